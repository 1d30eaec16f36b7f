-- CreateTable
CREATE TABLE "Meta" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "updatedBy" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    CONSTRAINT "Session_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LaunchToken" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "RootAdmission" (
    "path" TEXT NOT NULL PRIMARY KEY,
    "admittedBy" TEXT NOT NULL,
    "admittedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Blob" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "size" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "CapabilityVersion" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "manifest" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Trust" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "trustedBy" TEXT NOT NULL,
    "trustedAt" DATETIME NOT NULL,
    "reason" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Draft" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "baseDigest" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "updatedBy" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "DraftFile" (
    "draftId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "content" BLOB NOT NULL,

    PRIMARY KEY ("draftId", "path"),
    CONSTRAINT "DraftFile_draftId_fkey" FOREIGN KEY ("draftId") REFERENCES "Draft" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Submission" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "baseDigest" TEXT NOT NULL,
    "targetFolder" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "submittedBy" TEXT NOT NULL,
    "submittedAt" DATETIME NOT NULL,
    "decidedBy" TEXT,
    "decidedAt" DATETIME,
    "decisionNote" TEXT,
    "writtenAt" DATETIME
);

-- CreateTable
CREATE TABLE "Log" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "focusMode" TEXT,
    "digest" TEXT,
    "parentId" TEXT,
    "allowDrafts" BOOLEAN NOT NULL DEFAULT false,
    "startedBy" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "ownerId" TEXT,
    "leaseExpiresAt" DATETIME,
    "cancelAsked" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "Event" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "ts" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "taskId" TEXT NOT NULL,
    "parentTaskId" TEXT NOT NULL,
    "callId" TEXT,
    "spanId" TEXT NOT NULL,
    "parentSpanId" TEXT NOT NULL,
    "payload" TEXT,
    "blobDigest" TEXT,

    PRIMARY KEY ("runId", "seq"),
    CONSTRAINT "Event_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Log" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "kind" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "capability" TEXT NOT NULL,
    "digest" TEXT,
    "model" TEXT,
    "level" TEXT,
    "ok" BOOLEAN NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "llmCalls" INTEGER NOT NULL,
    "cacheHits" INTEGER NOT NULL,
    "inputTokens" INTEGER NOT NULL,
    "outputTokens" INTEGER NOT NULL,
    "costUsd" REAL,
    "error" TEXT
);

-- CreateIndex
CREATE INDEX "Session_personId_idx" ON "Session"("personId");

-- CreateIndex
CREATE INDEX "CapabilityVersion_name_idx" ON "CapabilityVersion"("name");

-- CreateIndex
CREATE INDEX "Trust_name_idx" ON "Trust"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Draft_name_key" ON "Draft"("name");

-- CreateIndex
CREATE INDEX "Submission_status_submittedAt_idx" ON "Submission"("status", "submittedAt");

-- CreateIndex
CREATE INDEX "Submission_name_idx" ON "Submission"("name");

-- CreateIndex
CREATE INDEX "Log_kind_createdAt_idx" ON "Log"("kind", "createdAt");

-- CreateIndex
CREATE INDEX "Log_status_idx" ON "Log"("status");

-- CreateIndex
CREATE INDEX "Log_parentId_idx" ON "Log"("parentId");

-- CreateIndex
CREATE INDEX "AuditEntry_subject_idx" ON "AuditEntry"("subject");

-- CreateIndex
CREATE INDEX "LedgerEntry_at_idx" ON "LedgerEntry"("at");

-- CreateIndex
CREATE INDEX "LedgerEntry_runId_idx" ON "LedgerEntry"("runId");

