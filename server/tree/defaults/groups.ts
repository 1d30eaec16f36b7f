import type { TreeMetadata } from "#server/capability/contract";
import { toGroupNode } from "../group-node";

type Group = {
  id: string;
  title: string;
  /** Lucide name. */
  icon: string;
  intro: string;
  /** The seed's own words for it. */
  introZh: string;
  /** What holds of every name that begins with the prefix; dynamic groups only. */
  dynamic?: Pick<TreeMetadata, "runtime" | "routing" | "perms">;
};

/** The groups of seed 004 in its order, then the three dynamic ones and Capstan's own. */
const GROUPS: readonly Group[] = [
  { id: "runtime", title: "Runtime", icon: "terminal", intro: "Runs commands.", introZh: "Shell 执行" },
  {
    id: "fs",
    title: "Files",
    icon: "folder",
    intro: "Reads and writes files and what is in them.",
    introZh: "文件系统操作",
  },
  {
    id: "web",
    title: "Web",
    icon: "globe",
    intro: "Looks things up on the web and reads addresses.",
    introZh: "网页搜索与抓取",
  },
  {
    id: "ui",
    title: "Browser and canvas",
    icon: "app-window",
    intro: "Drives a browser or a canvas.",
    introZh: "浏览器控制与画布",
  },
  { id: "memory", title: "Memory", icon: "brain", intro: "Remembers and recalls.", introZh: "记忆读写" },
  {
    id: "system",
    title: "System",
    icon: "settings-2",
    intro: "Schedules, gateways and the machine.",
    introZh: "系统管理",
  },
  {
    id: "messaging",
    title: "Messaging",
    icon: "message-square",
    intro: "Sends messages to channels.",
    introZh: "频道消息发送",
  },
  {
    id: "sessions",
    title: "Sessions",
    icon: "users",
    intro: "Other sessions and the skills they share.",
    introZh: "会话与子智能体管理",
  },
  { id: "ai", title: "AI", icon: "sparkles", intro: "Asks other models.", introZh: "图像生成" },
  { id: "media", title: "Media", icon: "paperclip", intro: "Delivers files and mail.", introZh: "文件投递与邮件" },
  {
    id: "meta",
    title: "Meta",
    icon: "network",
    intro: "Inspects capabilities and reports progress.",
    introZh: "元工具",
  },
  {
    id: "subagents",
    title: "Sub-agents",
    icon: "bot",
    intro: "Hands a task to another loop.",
    introZh: "子智能体入口",
  },
  {
    id: "subagent_trees",
    title: "Sub-agent trees",
    icon: "git-fork",
    intro: "What only one sub-agent may use.",
    introZh: "子智能体能力子树（二级扩展）",
  },
  {
    id: "subagent_trees/media",
    title: "Media sub-agent",
    icon: "film",
    intro: "For the media sub-agent only.",
    introZh: "媒体专属工具",
  },
  {
    id: "subagent_trees/coder",
    title: "Coder sub-agent",
    icon: "code",
    intro: "For the coder sub-agent only.",
    introZh: "编程专属工具",
  },
  {
    id: "composed",
    title: "Composed",
    icon: "layers",
    intro: "Made of other capabilities.",
    introZh: "组合工具（技能编译产物）",
  },
  {
    id: "dynamic",
    title: "Dynamic",
    icon: "plug",
    intro: "Registered while the server runs.",
    introZh: "动态工具（运行时注册）",
  },
  {
    id: "dynamic/argus",
    title: "Argus",
    icon: "monitor",
    intro: "Sees and drives the desktop.",
    introZh: "Argus 桌面自动化工具",
    dynamic: {
      runtime: {
        owner: "argus_bridge",
        enabled_when: "an Argus bridge is connected",
        dynamic: true,
        name_prefix: "argus_",
        discovery_source: "argus_bridge",
        provider_id: "argus",
        list_method: "tools/list",
      },
      routing: { min_tier: "task_multimodal" },
      perms: { min_security_level: "full", file_access: "none", approval_type: "exec_escalation", scope_check: "none" },
    },
  },
  {
    id: "dynamic/remote_mcp",
    title: "Remote MCP",
    icon: "cloud",
    intro: "Tools of MCP servers elsewhere.",
    introZh: "远程 MCP 工具",
    dynamic: {
      runtime: {
        owner: "remote_mcp",
        enabled_when: "a remote MCP server is connected",
        dynamic: true,
        name_prefix: "remote_",
        discovery_source: "remote_mcp",
        provider_id: "remote_mcp",
        list_method: "tools/list",
      },
      routing: { min_tier: "task_write" },
    },
  },
  {
    id: "dynamic/local_mcp",
    title: "Local MCP",
    icon: "plug-zap",
    intro: "Tools of MCP servers on this machine.",
    introZh: "本地 MCP 插件工具",
    dynamic: {
      runtime: {
        owner: "local_mcp",
        enabled_when: "a local MCP server is connected",
        dynamic: true,
        name_prefix: "mcp_",
        discovery_source: "local_mcp",
        provider_id: "local_mcp",
        list_method: "tools/list",
      },
      routing: { min_tier: "task_light" },
    },
  },
  {
    id: "dynamic/capstan",
    title: "Capstan",
    icon: "list-tree",
    intro: "Lists and calls capabilities by name.",
    introZh: "按名称列出与调用能力",
  },
];

/** The nodes of all groups that ship, in display order. */
export const DEFAULT_GROUPS = GROUPS.map(({ id, title, icon, intro, introZh, dynamic }, index) =>
  toGroupNode(id, {
    ...dynamic,
    prompt: { group_intro: intro, group_intro_zh: introZh, sort_order: index },
    display: { title, icon },
  }),
);
