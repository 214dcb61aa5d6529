import { type FactId, factIds, facts } from '@jaanch/contracts/facts/all'
import { type AllStatedFacts, factValue } from '@jaanch/contracts/http/facts'
import { z } from 'zod'
import { facts as texts } from './texts'

export const choices = ['specified', 'own', 'hidden'] as const
type Entry = { choice: (typeof choices)[number]; own: string }
export type FactsForm = Record<FactId, Entry>

const entryOf = (id: FactId) =>
  z
    .object({ choice: z.enum(choices), own: z.string() })
    .refine(({ choice, own }) => choice !== 'own' || factValue(id).safeParse(own).success, {
      path: ['own'],
      message: texts.wrong[facts[id].kind],
    })

const byFact = <Value>(make: (id: FactId) => Value) =>
  Object.fromEntries(factIds.map((id) => [id, make(id)])) as Record<FactId, Value>

export const factsSchema = z.object(byFact(entryOf))

export function formOf(stated: AllStatedFacts): FactsForm {
  return byFact((id): Entry => {
    const value = stated[id]
    if (value === undefined) return { choice: 'specified', own: '' }
    return value === null ? { choice: 'hidden', own: '' } : { choice: 'own', own: value }
  })
}

/** @returns what differs from the specification; null for what is hidden */
export function statedOf(form: FactsForm): AllStatedFacts {
  const differing = factIds.filter((id) => form[id].choice !== 'specified')
  return Object.fromEntries(
    differing.map((id) => [id, form[id].choice === 'hidden' ? null : form[id].own]),
  ) as AllStatedFacts
}
