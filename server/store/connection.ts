import type { ArgScalarType } from "@prisma/driver-adapter-utils";
import { createAdapterFactory } from "./reconnecting-adapter";

/** What a statement takes. Dates go in as `toSqlDate` text, the form Prisma's adapter writes and compares. */
export type SqlValue = string | number | bigint | null | Uint8Array;
type SqlRow = Record<string, unknown>;

/** One SQLite connection for plain SQL, on the same driver as the Prisma client. */
export type Connection = {
  /** Answers the number of changed rows. */
  execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Answers rows by column name; integers beyond 2^53 never occur in this schema. */
  query(sql: string, values?: readonly SqlValue[]): Promise<SqlRow[]>;
  runScript(sql: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

function scalarTypeOf(value: SqlValue): ArgScalarType {
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "int";
  if (typeof value === "bigint") return "bigint";
  return value === null ? "unknown" : "bytes";
}

function toQuery(sql: string, values: readonly SqlValue[]) {
  const argTypes = values.map((value) => ({ scalarType: scalarTypeOf(value), arity: "scalar" as const }));
  return { sql, args: [...values], argTypes };
}

/** Opens a connection to a database file, which is made when it is not there. `setup` runs whenever it connects. */
export async function openConnection(file: string, setup: readonly string[] = []): Promise<Connection> {
  const adapter = await createAdapterFactory(file, setup).connect();
  return {
    execute: (sql, values = []) => adapter.executeRaw(toQuery(sql, values)),
    async query(sql, values = []) {
      const { columnNames, rows } = await adapter.queryRaw(toQuery(sql, values));
      return rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
    },
    runScript: (sql) => adapter.executeScript(sql),
    [Symbol.asyncDispose]: () => adapter.dispose(),
  };
}

/** The text Prisma's libsql adapter stores for a date; dates in this form sort as text. */
export function toSqlDate(date: Date): string {
  return date.toISOString().replace("Z", "+00:00");
}
