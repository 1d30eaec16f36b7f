"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { joinClasses } from "#components/ui/join-classes";
import { SkeletonRows } from "#components/ui/skeleton";
import { setTheme, THEMES, useTheme } from "#components/ui/use-theme";
import { McpSection } from "./mcp-section";
import { ModelSection } from "./model-section";
import { RootsSection } from "./roots-section";
import { SandboxSection } from "./sandbox-section";
import { type EffectiveSettings, Section, SourceChip } from "./section";
import { useHashScroll } from "./use-hash-scroll";
import { ValueForm } from "./value-form";

type SectionId = keyof typeof settingsText.sections;
const ids: readonly SectionId[] = [
  "model",
  "project",
  "roots",
  "sandbox",
  "services",
  "mcp",
  "server",
  "appearance",
  "session",
];

export function SettingsPage() {
  const api = useApi();
  const settings = useQuery(api.settings.get.queryOptions());
  const problem = findProblem(settings.error);
  const scroller = useHashScroll(settings.data !== undefined);
  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">{settingsText.page}</h1>
      <nav
        aria-label={settingsText.page}
        className="flex w-48 shrink-0 flex-col gap-0.5 border-line border-r bg-raised p-2 max-phone:hidden"
      >
        {ids.map((id) => (
          <a
            key={id}
            href={`#${id}`}
            className="flex h-7 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-fg"
          >
            {settingsText.sections[id]}
          </a>
        ))}
      </nav>
      <div ref={scroller} className="relative min-h-0 min-w-0 flex-1 overflow-auto">
        {problem ? (
          <ErrorPanel
            {...toProblemText(problem, settingsText.failedMeaning)}
            action={<Button onPress={() => void settings.refetch()}>{settingsText.retry}</Button>}
            className="m-4"
          />
        ) : null}
        {settings.isPending ? <SkeletonRows rows={16} label={settingsText.loading} /> : null}
        {settings.data ? <Sections settings={settings.data} /> : null}
      </div>
    </div>
  );
}

function Sections({ settings }: { settings: EffectiveSettings }) {
  return (
    <>
      {/* A connection saved elsewhere starts the form anew. */}
      <ModelSection key={JSON.stringify(settings.model)} model={settings.model} />
      <ProjectSection project={settings.project} />
      <RootsSection roots={settings.roots} />
      <SandboxSection />
      <ServicesSection settings={settings} />
      <McpSection />
      <ServerSection settings={settings} />
      <AppearanceSection />
      <SessionSection />
    </>
  );
}

function ProjectSection({ project }: { project: EffectiveSettings["project"] }) {
  const api = useApi();
  const save = useMutation(api.settings.setProject.mutationOptions());
  const text = settingsText.project;
  return (
    <Section id="project" meaning={text.meaning}>
      <ValueForm
        key={project.value}
        label={text.path}
        hint={text.pathHint}
        value={project.value ?? ""}
        source={<SourceChip source={project.source} />}
        save={save}
        onSave={(path) => save.mutate({ path: path.trim() === "" ? null : path.trim() })}
      />
    </Section>
  );
}

function ServicesSection({ settings }: { settings: EffectiveSettings }) {
  const api = useApi();
  const saveHosts = useMutation(api.settings.setHttpHosts.mutationOptions());
  const saveTickets = useMutation(api.settings.setTicketFile.mutationOptions());
  const text = settingsText.services;
  const hosts = settings.httpHosts.value.join("\n");
  return (
    <Section id="services" meaning={text.meaning}>
      <ValueForm
        key={hosts}
        label={text.hosts}
        hint={text.hostsHint}
        value={hosts}
        rows={3}
        source={<SourceChip source={settings.httpHosts.source} />}
        save={saveHosts}
        onSave={(value) => saveHosts.mutate({ hosts: value.split(/[\s,]+/).filter(Boolean) })}
      />
      <ValueForm
        key={`tickets ${settings.ticketFile.value}`}
        label={text.tickets}
        hint={text.ticketsHint}
        value={settings.ticketFile.value}
        source={<SourceChip source={settings.ticketFile.source} />}
        save={saveTickets}
        onSave={(value) => saveTickets.mutate({ path: value.trim() === "" ? null : value.trim() })}
      />
    </Section>
  );
}

function ServerSection({ settings }: { settings: EffectiveSettings }) {
  const text = settingsText.server;
  const facts = [
    { name: text.host, value: settings.host.value, source: settings.host.source },
    { name: text.port, value: String(settings.port.value), source: settings.port.source },
    { name: text.stateFolder, value: settings.stateFolder.value, source: settings.stateFolder.source },
  ];
  return (
    <Section id="server" meaning={text.meaning}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map((fact) => (
          <div key={fact.name} className="contents">
            <dt className="text-muted">{fact.name}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-2">
              <code className="break-all">{fact.value}</code>
              <SourceChip source={fact.source} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function AppearanceSection() {
  const theme = useTheme();
  const text = settingsText.appearance;
  return (
    <Section id="appearance">
      <fieldset className="flex rounded-md border border-line-strong">
        <legend className="sr-only">{text.theme}</legend>
        {THEMES.map((choice) => (
          <label
            key={choice}
            className={joinClasses(
              "flex h-7 items-center px-2.5 first-of-type:rounded-l-md last-of-type:rounded-r-md has-focus-visible:outline-2 has-focus-visible:outline-accent",
              choice === theme
                ? "bg-accent-soft font-medium text-accent-text"
                : "text-muted hover:bg-hover hover:text-fg",
            )}
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === theme}
              onChange={() => setTheme(choice)}
              className="sr-only"
            />
            {text.themes[choice]}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}

function SessionSection() {
  const api = useApi();
  const me = useQuery(api.session.me.queryOptions());
  const signOut = useMutation(api.session.signOut.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  const text = settingsText.session;
  return (
    <Section id="session" {...(me.data ? { meaning: text.meaning(me.data.name) } : {})}>
      <p className="text-muted">{text.signOutHint}</p>
      <Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        {text.signOut}
      </Button>
    </Section>
  );
}
