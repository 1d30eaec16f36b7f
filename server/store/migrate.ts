import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Connection, openConnection } from "./connection";
import { openSchemaEngine } from "./schema-engine";

export type Migration = { name: string; sql: string; checksum: string };

/** The folder `prisma/` of this installation, from source and from the bundle alike. */
export function findPrismaFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, "prisma");
    if (existsSync(join(candidate, "schema.prisma"))) return candidate;
    if (dirname(folder) === folder) throw new Error("The folder prisma/ of Capstan was not found.");
  }
}

/** The migrations of a folder in the order of their names, with the checksum Prisma stores. */
export function loadMigrations(prismaFolder: string): Migration[] {
  const folder = join(prismaFolder, "migrations");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function isUpToDate(connection: Connection, migrations: readonly Migration[]): Promise<boolean> {
  const tables = await connection.query("SELECT name FROM sqlite_master WHERE name = '_prisma_migrations'");
  if (tables.length === 0) return false;
  const applied = await connection.query(
    "SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const checksums = new Map(applied.map((row) => [String(row.name), String(row.checksum)]));
  return migrations.every(({ name, checksum }) => checksums.get(name) === checksum);
}

/**
 * One process migrates, others that begin at the same moment wait and find it done: the engine takes a migration that another
 * process is at for one that failed. The lock is SQLite's own over an empty file, so that a dead process holds none.
 */
async function openMigrationLock(file: string): Promise<Connection> {
  const lockFile = `${file}-migrating`;
  closeSync(openSync(lockFile, "a", 0o600));
  const lock = await openConnection(lockFile);
  try {
    await lock.query("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Brings a database file to the newest schema and into WAL mode. Plain SQL decides whether the engine is needed at all,
 * so an ordinary start skips it. `prisma migrate deploy` agrees with the result. Answers the names it applied. Throws busy,
 * having done nothing, while another process migrates the same file.
 */
export async function migrate(file: string): Promise<string[]> {
  const prismaFolder = findPrismaFolder();
  const migrations = loadMigrations(prismaFolder);
  await using connection = await openConnection(file);
  await connection.query("PRAGMA journal_mode=WAL");
  if (await isUpToDate(connection, migrations)) return [];
  await using _lock = await openMigrationLock(file);
  if (await isUpToDate(connection, migrations)) return [];
  const engine = await openSchemaEngine(file, readFileSync(join(prismaFolder, "schema.prisma"), "utf8"));
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: {
        baseDir: prismaFolder,
        lockfile: { path: "migration_lock.toml", content: 'provider = "sqlite"\n' },
        shadowDbInitScript: "",
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
}
