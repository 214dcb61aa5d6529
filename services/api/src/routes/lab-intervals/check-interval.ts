import { AppError } from '@jaanch/contracts/errors'
import type { IntervalInput } from '@jaanch/contracts/http/lab-intervals'
import { faultOfOwn, type LimitFault } from '@jaanch/domain/critical/own-limits'
import { criticalBands } from '@jaanch/domain/report/critical-limits'
import { type Parameter, takesAnyText } from '@jaanch/domain/report/parameter'
import { rounded, sameWord } from '@jaanch/domain/report/reading'
import type pg from 'pg'

/**
 * Checks an interval against its parameter. The expected text gets the spelling of the parameter.
 * @throws AppError invalid, with the property
 */
export async function checked(client: pg.ClientBase, body: IntervalInput): Promise<IntervalInput> {
  const { rows } = await client.query<{ definition: Parameter }>(
    'select definition from parameter_definitions where code = $1',
    [body.code],
  )
  const parameter = rows[0]?.definition
  if (!parameter) throw new AppError('invalid', `code: no parameter is called ${body.code}.`)
  if (body.validFrom < '2000-01-01') throw new AppError('invalid', 'validFrom: must be 2000-01-01 or later.')
  if (body.kind === 'critical') return checkedCritical(parameter, body)
  return parameter.decimals === null
    ? checkedText(parameter, body)
    : checkedNumbers(parameter, parameter.decimals, body)
}

function checkedText(parameter: Parameter, body: IntervalInput): IntervalInput {
  const { code, options } = parameter
  if (body.low !== null || body.high !== null)
    throw new AppError('invalid', `low: results of ${code} are texts; please give the expected one.`)
  if (body.expected === null) throw new AppError('invalid', 'expected: is required.')
  if (options === null || takesAnyText(parameter)) return body
  const { expected } = body
  const option = options.find((known) => sameWord(known, expected))
  if (!option) throw new AppError('invalid', `expected: must be one of ${options.join(', ')}.`)
  return { ...body, expected: option }
}

/** Limits have no more decimals than the results that are shown. */
function checkedNumbers({ code }: Parameter, decimals: number, body: IntervalInput): IntervalInput {
  if (body.expected !== null) throw new AppError('invalid', `expected: results of ${code} are numbers.`)
  if (body.low === null && body.high === null)
    throw new AppError('invalid', 'low: one of the two limits is required.')
  for (const property of ['low', 'high'] as const) {
    const limit = body[property]
    if (limit !== null && rounded(limit, decimals) !== limit)
      throw new AppError('invalid', `${property}: ${code} has ${decimals} decimals.`)
  }
  return body
}

/** Own critical limits are for numbers, and at no age looser than those of the catalogue. */
function checkedCritical(parameter: Parameter, body: IntervalInput): IntervalInput {
  const { code, decimals } = parameter
  if (decimals === null)
    throw new AppError(
      'invalid',
      `code: results of ${code} are texts, which have no critical limits of a lab.`,
    )
  if (body.sex !== null || body.method !== null)
    throw new AppError('invalid', 'sex: critical limits are for both sexes and any method.')
  const checkedLimits = checkedNumbers(parameter, decimals, body)
  const fault = faultOfOwn(criticalBands(parameter), checkedLimits)
  if (fault) throw new AppError('invalid', `${fault.property}: ${sentenceAbout(fault)}`)
  return checkedLimits
}

function sentenceAbout({ property, reason, band: { ageFrom, ageTo, low, high } }: LimitFault): string {
  const ages =
    ageTo === null ? `from ${ageFrom} months of age on` : `from ${ageFrom} to ${ageTo} months of age`
  if (reason === 'crossed')
    return property === 'low'
      ? `must be lower than ${high}, which is critical in the catalogue ${ages}.`
      : `must be higher than ${low}, which is critical in the catalogue ${ages}.`
  return property === 'low'
    ? `must be ${low} or higher, because ≤ ${low} is critical in the catalogue ${ages}.`
    : `must be ${high} or lower, because ≥ ${high} is critical in the catalogue ${ages}.`
}
