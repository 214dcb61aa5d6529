import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { hasCode, serverText } from '@/lib/http/api-error'

/** @property text why, with the name of the parameter */
export type RefusedValue = { code: string; text: string }

/** `values[0].value: NA must be a number.`: the place in the request, which is for callers of the API, and the sentence */
const refusal = /^values\[(\d+)\]\.\w+: (.+)$/s

/**
 * Which of the values of a report the API refused.
 * @param sent as in the request @returns undefined: another failure, or it is about no value
 */
export function refusedValueOf(
  error: unknown,
  parameters: readonly Pick<ReportParameter, 'code' | 'name'>[],
  sent: readonly { code: string }[],
): RefusedValue | undefined {
  const [, place, sentence] = (hasCode(error, 'invalid') && refusal.exec(serverText(error) ?? '')) || []
  const code = sent[Number(place)]?.code
  const parameter = parameters.find((each) => each.code === code)
  if (!parameter || sentence === undefined) return undefined
  const isNamed = sentence.startsWith(`${parameter.code} `)
  const rest = isNamed ? sentence.slice(parameter.code.length) : `: ${sentence}`
  return { code: parameter.code, text: parameter.name + rest }
}
