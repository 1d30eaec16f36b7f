import type { Store } from "./store";

/** What was chosen in Settings: JSON values by key, for the owner of the key to parse. */
export async function readSettings(store: Store): Promise<Map<string, unknown>> {
  const rows = await store.db.setting.findMany();
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
}

/** Stores a JSON value under a key; `undefined` takes the key away. */
export async function writeSetting(
  store: Store,
  setting: { key: string; value: unknown; updatedBy: string },
): Promise<void> {
  const { key, updatedBy } = setting;
  if (setting.value === undefined) {
    await store.db.setting.deleteMany({ where: { key } });
    return;
  }
  const row = { value: JSON.stringify(setting.value), updatedAt: new Date(), updatedBy };
  await store.db.setting.upsert({ where: { key }, create: { key, ...row }, update: row });
}
