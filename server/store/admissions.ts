import type { Store } from "./store";

/** Paths of the roots that a person let in. */
export async function findAdmissions(store: Store): Promise<Set<string>> {
  const rows = await store.db.rootAdmission.findMany({ select: { path: true } });
  return new Set(rows.map(({ path }) => path));
}

/** Lets a root in; the first person who did so stays on record. */
export async function saveAdmission(store: Store, admission: { path: string; admittedBy: string }): Promise<void> {
  await store.db.rootAdmission.upsert({
    where: { path: admission.path },
    create: { ...admission, admittedAt: new Date() },
    update: {},
  });
}

/** Takes an admission back. Answers false when there was none. */
export async function deleteAdmission(store: Store, path: string): Promise<boolean> {
  const { count } = await store.db.rootAdmission.deleteMany({ where: { path } });
  return count > 0;
}
