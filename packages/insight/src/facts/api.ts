/** The statements of an installation about itself that replace the specification's texts. */

import { line } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { type FactId, factIds, facts } from './all.ts'
import type { Fact } from './facts.ts'

const mostOfText = 120

const values: Record<Fact['kind'], z.ZodType<string, string>> = {
  text: line(mostOfText),
  figure: line(24),
  rating: line(16).regex(/^(?:[0-4](?:\.\d)?|5(?:\.0)?)$/, 'A rating is a number from 0.0 to 5.0'),
  count: line(16).regex(/^(?:0|[1-9]\d{0,2})$/, 'A count is a whole number below 1,000'),
}

/** @returns the schema of an own value of a fact */
export function factValue(id: FactId): z.ZodType<string, string> {
  return values[facts[id].kind]
}

/** A missing fact is as specified, one that is null is hidden. */
const statedFacts = z.partialRecord(z.enum(factIds), z.string().nullable())
export type AllStatedFacts = z.output<typeof statedFacts>

const factsInput = z
  .partialRecord(z.enum(factIds), line(mostOfText).nullable())
  .superRefine((stated, context) => {
    for (const [id, value] of Object.entries(stated) as [FactId, string | null][]) {
      if (value === null) continue
      for (const { message } of factValue(id).safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [id], message })
    }
  })

const adminFacts = z.object({
  /** Grows with each change; 0: nothing was changed yet */
  version: z.int().nonnegative(),
  facts: statedFacts,
})
export type AdminFacts = z.output<typeof adminFacts>

export const factCalls = {
  getFacts: route({
    method: 'GET',
    path: '/api/facts',
    access: 'public',
    summary: 'What this installation says of itself, where it differs from the specification; null is hidden',
    response: statedFacts,
  }),
  getAdminFacts: route({
    method: 'GET',
    path: '/api/admin/facts',
    ...forAdmins('manager'),
    summary: 'The same, with the version to send with a change',
    response: adminFacts,
  }),
  setFacts: route({
    method: 'PUT',
    path: '/api/admin/facts',
    ...forAdmins('manager'),
    summary:
      'Replace what this installation says of itself, all facts at once; 409 if somebody changed them since that version',
    body: z.object({ version: z.int().nonnegative(), facts: factsInput }),
    response: adminFacts,
  }),
}
