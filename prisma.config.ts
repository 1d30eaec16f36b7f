import { defineConfig } from "prisma/config";

/** Only `prisma generate` reads this file; migrations are applied by `server/store/migrate.ts` without Prisma's engine download. */
export default defineConfig({ schema: "prisma/schema.prisma", datasource: { url: "file:./unused.db" } });
