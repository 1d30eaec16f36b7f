import { type NativeDatabase, type NativeStatement, openNativeDatabase } from "./native-driver";
import { isBusy } from "./state-error";

/** What a statement takes. Dates go in as `toSqlDate` text, the form Prisma's adapter writes and compares. */
export type SqlValue = string | number | bigint | null | Uint8Array;
type SqlRow = Record<string, unknown>;

/** One SQLite connection for plain SQL, on the same driver as the Prisma client. */
export type Connection = {
  /** Answers the number of changed rows. */
  execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Answers rows by column name. For text and numbers up to 2^53; bytes are read through Prisma. */
  query(sql: string, values?: readonly SqlValue[]): Promise<SqlRow[]>;
  /** The first row of `query`, for a statement that answers one; half the cost. */
  queryOne(sql: string, values?: readonly SqlValue[]): Promise<SqlRow | undefined>;
  runScript(sql: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Statements kept prepared; appends of every number of rows have a text of their own. */
const STATEMENTS_MAX = 64;

function toNative(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/**
 * libsql behind `Connection`. After a "busy" it opens a fresh connection: libsql leaves the statement that met the lock
 * unfinished, and SQLite commits nothing beside it (reconnecting-adapter.ts has the story).
 */
class NativeConnection implements Connection {
  readonly #file: string;
  readonly #setup: readonly string[];
  readonly #statements = new Map<string, NativeStatement>();
  #database: NativeDatabase;

  constructor(file: string, setup: readonly string[]) {
    this.#file = file;
    this.#setup = setup;
    this.#database = this.#open();
  }

  execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#attempt(() => this.#prepare(sql).run(values.map(toNative)).changes);
  }

  query(sql: string, values: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return this.#attempt(() => this.#prepare(sql).all(values.map(toNative)));
  }

  queryOne(sql: string, values: readonly SqlValue[] = []): Promise<SqlRow | undefined> {
    return this.#attempt(() => this.#prepare(sql).get(values.map(toNative)));
  }

  runScript(sql: string): Promise<void> {
    return this.#attempt(() => this.#database.exec(sql));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#statements.clear();
    this.#database.close();
  }

  #open(): NativeDatabase {
    const database = openNativeDatabase(this.#file);
    for (const sql of this.#setup) database.prepare(sql).all([]);
    return database;
  }

  #prepare(sql: string): NativeStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  async #attempt<T>(operation: () => T): Promise<T> {
    try {
      return operation();
    } catch (error) {
      if (isBusy(error)) {
        await this[Symbol.asyncDispose]();
        this.#database = this.#open();
      }
      throw error;
    }
  }
}

/** Opens a connection to a database file, which is made when it is not there. `setup` runs whenever it connects. */
export async function openConnection(file: string, setup: readonly string[] = []): Promise<Connection> {
  return new NativeConnection(file, setup);
}

/** The text Prisma's libsql adapter stores for a date; dates in this form sort as text. */
export function toSqlDate(date: Date): string {
  return date.toISOString().replace("Z", "+00:00");
}
