import { PrismaLibSql } from "@prisma/adapter-libsql";
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { isBusy } from "./state-error";

type Slot = { adapter: SqlDriverAdapter; running: number; isRetired: boolean };

/**
 * libsql's adapter, with a fresh connection after every "busy". libsql leaves a statement that met another process's
 * lock unfinished until it is garbage-collected, and SQLite commits nothing on that connection while a write statement
 * is unfinished ("cannot commit transaction - SQL statements in progress"; seen with libsql 0.5 on 30 Nov 2026, shown by
 * open-store.db.test.ts "holds the write lock").
 */
export function createAdapterFactory(file: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaLibSql({ url: `file:${file}` });

  async function openSlot(): Promise<Slot> {
    const adapter = await factory.connect();
    return { adapter, running: 0, isRetired: false };
  }

  async function connect(): Promise<SqlDriverAdapter> {
    let current = await openSlot();

    async function retire(slot: Slot): Promise<void> {
      if (slot.isRetired) return;
      slot.isRetired = true;
      current = await openSlot();
    }

    async function attempt<T>(operation: (adapter: SqlDriverAdapter) => Promise<T>): Promise<T> {
      const slot = current;
      slot.running++;
      try {
        return await operation(slot.adapter);
      } catch (error) {
        if (isBusy(error)) await retire(slot);
        throw error;
      } finally {
        slot.running--;
        if (slot.isRetired && slot.running === 0) await slot.adapter.dispose();
      }
    }

    return {
      provider: factory.provider,
      adapterName: factory.adapterName,
      queryRaw: (query) => attempt((adapter) => adapter.queryRaw(query)),
      executeRaw: (query) => attempt((adapter) => adapter.executeRaw(query)),
      executeScript: (script) => attempt((adapter) => adapter.executeScript(script)),
      startTransaction: (level) => attempt((adapter) => adapter.startTransaction(level)),
      dispose: () => current.adapter.dispose(),
    };
  }

  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect,
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}
