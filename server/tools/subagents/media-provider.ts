import { createWaitingProvider } from "./create-waiting-provider";
import type { SubAgentToolProvider, ToolDefinition } from "./sub-agent-tool-provider";

const channel = { type: "string", minLength: 1, maxLength: 64, description: 'Name of the channel, e.g. "telegram".' };

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "trending_topics",
    description: "Finds topics that many people talk about now, newest first, each with its source.",
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: {
        query: { type: "string", maxLength: 200, description: "Narrows the topics to this field. Left out: all." },
        limit: { type: "integer", minimum: 1, maximum: 50, description: "How many topics. Left out: 10." },
      },
    },
  },
  {
    name: "content_compose",
    description:
      "Writes one post about a topic in the form a channel takes, and answers its text without publishing it.",
    inputSchema: {
      type: "object",
      required: ["topic", "channel"],
      additionalProperties: false,
      properties: {
        topic: { type: "string", minLength: 1, maxLength: 2_000, description: "What the post is about." },
        channel,
      },
    },
  },
  {
    name: "media_publish",
    description: "Publishes one finished post to a channel after a person confirmed it, and answers its address.",
    inputSchema: {
      type: "object",
      required: ["text", "channel"],
      additionalProperties: false,
      properties: {
        text: { type: "string", minLength: 1, maxLength: 20_000, description: "The post as it will be read." },
        channel,
      },
    },
  },
  {
    name: "social_interact",
    description: "Answers, likes or shares one post of a channel after a person confirmed it.",
    inputSchema: {
      type: "object",
      required: ["post", "action"],
      additionalProperties: false,
      properties: {
        post: { type: "string", minLength: 1, maxLength: 2_000, description: "Address of the post." },
        action: { type: "string", enum: ["reply", "like", "share"], description: "What to do with it." },
        text: { type: "string", maxLength: 5_000, description: "The answer; only for reply." },
      },
    },
  },
];

/** Tools of the media sub-agent; they wait for channels to publish on. */
export function createMediaProvider(): SubAgentToolProvider {
  return createWaitingProvider("media", TOOLS);
}
