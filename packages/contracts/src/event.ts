import type { z } from 'zod'

export type EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> = {
  readonly type: Type
  /** The version of `data`: code that knows only smaller ones stops at the event */
  readonly schemaVersion: number
  readonly data: Data
}

/** Declares an event type. Events carry no personal data: ids, amounts in paise, codes and times only. */
export function defineEvent<const Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
): EventDefinition<Type, Data> {
  return { type, data, schemaVersion: 1 }
}

/** The union of `{ type, data }` over a record of definitions. */
export type EventOf<Definitions extends Record<string, EventDefinition>> = {
  [Name in keyof Definitions]: Definitions[Name] extends EventDefinition<infer Type, infer Data>
    ? { type: Type; data: z.infer<Data> }
    : never
}[keyof Definitions]
