-- AlterTable
ALTER TABLE "LedgerEntry" ADD COLUMN "inputBytes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "LedgerEntry" ADD COLUMN "outputBytes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "LedgerEntry" ADD COLUMN "requestId" TEXT;

-- CreateTable
CREATE TABLE "CapabilityMatch" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "matches" INTEGER NOT NULL,
    "lastAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "LedgerEntry_capability_kind_idx" ON "LedgerEntry"("capability", "kind");
