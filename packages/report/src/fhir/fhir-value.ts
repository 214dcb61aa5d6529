import { type Parameter, takesAnyText } from '../results/parameter.ts'
import { digitsOf } from '../results/reading.ts'
import { contradictingUnits, convert, formulaOf, unitOf } from '../units/units.ts'
import { joinedText, meaningOf, wordOfCode } from '../units/words.ts'
import { type FhirObservation, loincSystem, snomedSystem, ucumSystem } from './api.ts'
import { offScale } from './lab-message.ts'

type Value = { value: number | string } | { refused: string }

/** Whether the observation gives a reason for a missing value (the sample was haemolysed): there is no result to report. */
export function hasNoValue(observation: FhirObservation): boolean {
  const { valueQuantity, valueRange, valueCodeableConcept, valueString } = observation
  return [valueQuantity, valueRange, valueCodeableConcept, valueString].every((value) => value === undefined)
}

const knownValues = ['valueQuantity', 'valueRange', 'valueCodeableConcept', 'valueString']

/**
 * What an observation says besides one value that is understood would be dropped: another type of value, a second value, components, or results
 * of somebody else than the subject (`focus`, such as a fetus).
 * @param name in error sentences @param resource as it was sent. @returns a sentence about the first problem
 */
export function problemOfValues(
  name: string,
  resource: Readonly<Record<string, unknown>>,
): string | undefined {
  const has = (element: string) => {
    const value = resource[element]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  const values = Object.keys(resource).filter((key) => /^value[A-Z]/.test(key) && has(key))
  const unknown = values.find((key) => !knownValues.includes(key))
  if (unknown) return `${name}.${unknown} is not understood: send one of ${knownValues.join(', ')}.`
  if (values.length > 1) return `${name} has several values: ${values.join(' and ')}. Send one.`
  if (values.length > 0 && has('dataAbsentReason'))
    return `${name} has a value and a dataAbsentReason, which says that there is none. Send one of them.`
  if (has('component'))
    return `${name}.component is not understood: send each result as an Observation of its own.`
  if (has('focus')) return `${name}.focus is not understood: send the results of the report's subject only.`
  return undefined
}

/** The value of an observation in the catalogue's terms: a number in the parameter's unit, or a text. */
export function valueOfObservation(observation: FhirObservation, parameter: Parameter): Value {
  const flags = codesOf(observation.interpretation)
  if (parameter.decimals === null) return wordOf(observation, parameter, flags)
  const read = numberOf(observation, parameter)
  if ('refused' in read) return read
  const bounded = offScale(read.value, flags)
  return 'refused' in bounded ? { refused: `interpretation: ${bounded.refused}.` } : bounded
}

/** @returns the codes of coded concepts, of any system */
export function codesOf(concepts: FhirObservation['interpretation'] = []): string[] {
  return concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
}

function numberOf(observation: FhirObservation, parameter: Parameter): Value {
  const { valueQuantity: quantity, valueRange: range } = observation
  const { name, unit } = parameter
  if (quantity) return convertedQuantity('valueQuantity', quantity, parameter)
  if (!range)
    return { refused: `valueQuantity is required: ${name} is a number${unit ? ` in ${unit}` : ''}.` }
  const low = convertedQuantity('valueRange.low', range.low, parameter)
  if ('refused' in low) return low
  const high = convertedQuantity('valueRange.high', range.high, parameter)
  return 'refused' in high
    ? high
    : { value: `${digitsOf(Number(low.value))}-${digitsOf(Number(high.value))}` }
}

type Quantity = NonNullable<FhirObservation['valueQuantity']>

/** The displayed unit of a quantity must not be another one than its code; without a code it is the only unit that is said. */
function problemOfUnit(element: string, { unit, code }: Quantity, parameter: Parameter): string | undefined {
  if (unit === undefined || unit === parameter.unit) return undefined
  const contradiction = contradictingUnits(parameter, [code ?? parameter.ucum ?? '1', unit])
  if (contradiction === undefined) return undefined
  return code === undefined
    ? `${element}.unit must be ${parameter.ucum ?? '1'} for ${parameter.name}, not ${unit}.`
    : `${element}: the code and the unit contradict each other: ${contradiction.join(' and ')}.`
}

/** @param element name in error sentences. @returns the number, or the bound, in the parameter's unit */
function convertedQuantity(element: string, quantity: Quantity, parameter: Parameter): Value {
  const { name, loinc, ucum } = parameter
  const expected = ucum ?? '1'
  if (quantity.value === undefined) return { refused: `${element}.value is required.` }
  if (quantity.code !== undefined && quantity.system !== ucumSystem)
    return { refused: `${element}.system must be ${ucumSystem}.` }
  const { value: number, comparator, code } = quantity
  const problem = problemOfUnit(element, quantity, parameter)
  if (problem !== undefined) return { refused: problem }
  if (!formulaOf(loinc, code === undefined ? undefined : (unitOf(code) ?? code), expected)) {
    return quantity.code === undefined
      ? { refused: `${element}.code is required: the unit in UCUM, here ${expected}.` }
      : { refused: `${element}.code must be ${expected} for ${name}, not ${quantity.code}.` }
  }
  const read = convert(parameter, comparator ? `${comparator}${digitsOf(number)}` : number, code)
  return 'refused' in read ? { refused: `${element}.code: ${read.refused}.` } : read
}

function wordOf(
  { valueCodeableConcept: concept, valueString }: FhirObservation,
  parameter: Parameter,
  flags: readonly string[],
): Value {
  const { name, options } = parameter
  const { text, coding = [] } = concept ?? {}
  const said = [valueString, text, ...coding.flatMap(wordsOfCoding)].filter((word) => word !== undefined)
  if (said.length === 0) return { refused: `valueCodeableConcept is required: ${name} is a word.` }
  if (options === null || takesAnyText(parameter)) return { value: joinedText(said) }
  const meaning = meaningOf(said, options, flags)
  if (meaning === 'none') return { refused: `value[x] of ${name} must be one of: ${options.join(', ')}.` }
  if ('contradiction' in meaning)
    return { refused: `value[x] contradicts itself: ${meaning.contradiction.join(' and ')}.` }
  if ('unknown' in meaning)
    return {
      refused: `value[x] says "${meaning.unknown}" too, which is none of: ${options.join(', ')}.`,
    }
  return { value: meaning.word }
}

type Coding = NonNullable<NonNullable<FhirObservation['valueCodeableConcept']>['coding']>[number]

const codeSystems: Readonly<Record<string, 'snomed' | 'loinc'>> = {
  [snomedSystem]: 'snomed',
  [loincSystem]: 'loinc',
}

function wordsOfCoding({ system = '', code, display }: Coding): (string | undefined)[] {
  const known = codeSystems[system]
  return [display, known && code !== undefined ? wordOfCode(known, code) : undefined]
}
