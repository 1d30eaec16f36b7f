import { contractSchemaQuery } from "./capability/contract-schema";
import { getCapability } from "./capability/get-capability";
import { getFacts } from "./capability/get-facts";
import { getSkillLinks } from "./capability/get-skill-links";
import { getUsage } from "./capability/get-usage";
import { runAllCases } from "./case/run-all-cases";
import { runCases } from "./case/run-cases";
import { getCatalog } from "./catalog/get-catalog";
import { getChanges } from "./catalog/get-changes";
import { getHealth } from "./catalog/get-health";
import { getNode } from "./catalog/get-node";
import { reloadCatalog } from "./catalog/reload-catalog";
import { searchCatalog } from "./catalog/search-catalog";
import { seeCatalogAs } from "./catalog/see-as";
import { watchCatalog } from "./catalog/watch-catalog";
import { createDraft } from "./draft/create-draft";
import { discardDraft } from "./draft/discard-draft";
import { findPlace } from "./draft/find-place";
import { getDraft } from "./draft/get-draft";
import { saveDraft } from "./draft/save-draft";
import { createImported } from "./exchange/create-imported";
import { exportMany } from "./exchange/export-many";
import { getProgress } from "./exchange/get-progress";
import { previewImport } from "./exchange/preview-import";
import { cancelExecution } from "./execution/cancel-execution";
import { startExecution } from "./execution/start-execution";
import { approveSubmission } from "./review/approve-submission";
import { demoteDigest } from "./review/demote-digest";
import { getOnDisk } from "./review/get-on-disk";
import { getSubmission } from "./review/get-submission";
import { listSubmissions } from "./review/list-submissions";
import { rejectSubmission } from "./review/reject-submission";
import { submitDraft } from "./review/submit-draft";
import { trustDigest } from "./review/trust-digest";
import { cancelRun } from "./run/cancel-run";
import { followRun } from "./run/follow-run";
import { getBlob } from "./run/get-blob";
import { getRun } from "./run/get-run";
import { getSuggestions } from "./run/get-suggestions";
import { listRuns } from "./run/list-runs";
import { readEvents } from "./run/read-events";
import { resumeRun } from "./run/resume-run";
import { startRun } from "./run/start-run";
import { me } from "./session/me";
import { openSession } from "./session/open-session";
import { signOut } from "./session/sign-out";
import { acceptMcpTools } from "./settings/accept-mcp-tools";
import { addRoot } from "./settings/add-root";
import { admitRoot } from "./settings/admit-root";
import { dismissRoot } from "./settings/dismiss-root";
import { getSettings } from "./settings/get-settings";
import { listMcpServers } from "./settings/list-mcp-servers";
import { previewRoot } from "./settings/preview-root";
import { reconnectMcpServer } from "./settings/reconnect-mcp-server";
import { removeMcpServer } from "./settings/remove-mcp-server";
import { removeRoot } from "./settings/remove-root";
import { saveMcpServer } from "./settings/save-mcp-server";
import { setHttpHosts } from "./settings/set-http-hosts";
import { setModel } from "./settings/set-model";
import { setProject } from "./settings/set-project";
import { setTicketFile } from "./settings/set-ticket-file";
import { testModel } from "./settings/test-model";
import { getSandbox } from "./system/get-sandbox";
import { recheckSandbox } from "./system/recheck-sandbox";
import { status } from "./system/status";
import { deriveViews } from "./tree/derive-views";
import { describeTool } from "./tree/describe-tool";
import { diagnose } from "./tree/diagnose";
import { generateAllowlist } from "./tree/generate-allowlist";
import { generatePrompt } from "./tree/generate-prompt";
import { getTree } from "./tree/get-tree";
import { inspectNode } from "./tree/inspect-node";
import { listGroups } from "./tree/list-groups";
import { listSubtrees } from "./tree/list-subtrees";
import { listTools } from "./tree/list-tools";
import { reportCodegen } from "./tree/report-codegen";
import { validateTree } from "./tree/validate-tree";
import { router } from "./trpc";

/** Every procedure by the name a client calls. The order is the rooms'; each procedure is its own file. */
export const appRouter = router({
  session: router({ me, open: openSession, signOut }),
  system: router({ status }),
  sandbox: router({ get: getSandbox, recheck: recheckSandbox }),
  catalog: router({
    get: getCatalog,
    changes: getChanges,
    health: getHealth,
    node: getNode,
    search: searchCatalog,
    seeAs: seeCatalogAs,
    watch: watchCatalog,
    reload: reloadCatalog,
  }),
  tree: router({
    get: getTree,
    groups: listGroups,
    tools: listTools,
    describe: describeTool,
    diagnose,
    inspect: inspectNode,
    subtrees: listSubtrees,
    codegen: reportCodegen,
    validate: validateTree,
    prompt: generatePrompt,
    allowlist: generateAllowlist,
    views: deriveViews,
  }),
  capability: router({
    get: getCapability,
    facts: getFacts,
    usage: getUsage,
    skillLinks: getSkillLinks,
    contractSchema: contractSchemaQuery,
  }),
  draft: router({ get: getDraft, findPlace, create: createDraft, save: saveDraft, discard: discardDraft }),
  exchange: router({ preview: previewImport, progress: getProgress, create: createImported, export: exportMany }),
  execution: router({ start: startExecution, cancel: cancelExecution, get: getRun, events: followRun }),
  case: router({ run: runCases, runAll: runAllCases }),
  run: router({
    start: startRun,
    list: listRuns,
    get: getRun,
    cancel: cancelRun,
    resume: resumeRun,
    events: followRun,
    readEvents,
    blob: getBlob,
    suggestions: getSuggestions,
  }),
  review: router({
    submit: submitDraft,
    list: listSubmissions,
    get: getSubmission,
    getOnDisk,
    approve: approveSubmission,
    reject: rejectSubmission,
    trustDigest,
    demote: demoteDigest,
  }),
  settings: router({
    get: getSettings,
    setModel,
    testModel,
    setProject,
    addRoot,
    removeRoot,
    admitRoot,
    dismissRoot,
    previewRoot,
    setHttpHosts,
    setTicketFile,
    listMcpServers,
    saveMcpServer,
    removeMcpServer,
    reconnectMcpServer,
    acceptMcpTools,
  }),
});

export type AppRouter = typeof appRouter;
