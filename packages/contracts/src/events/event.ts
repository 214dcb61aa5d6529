import type { z } from 'zod'

/** Converts the data of one schema version to the next. Pure. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

export type EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> = {
  readonly type: Type
  /** The version that is written now: the number of upcasters plus one. */
  readonly schemaVersion: number
  readonly data: Data
  /** `upcasters[i]` converts version i + 1 to version i + 2. */
  readonly upcasters: readonly Upcaster[]
}

/**
 * Declares an event type. `data` is the schema of the version that is written now; `upcasters` convert older versions.
 * Events carry no personal data: ids, amounts in paise, codes and times only.
 */
export function defineEvent<const Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
  upcasters: readonly Upcaster[] = [],
): EventDefinition<Type, Data> {
  return { type, data, upcasters, schemaVersion: upcasters.length + 1 }
}

/** The union of `{ type, data }` over a record of definitions. */
export type EventOf<Definitions extends Record<string, EventDefinition>> = {
  [Name in keyof Definitions]: Definitions[Name] extends EventDefinition<infer Type, infer Data>
    ? { type: Type; data: z.infer<Data> }
    : never
}[keyof Definitions]
