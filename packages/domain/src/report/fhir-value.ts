import { type FhirObservation, snomedSystem, ucumSystem } from '@jaanch/contracts/http/fhir'
import { type Parameter, takesAnyText } from './parameter.ts'
import { sameWord } from './reading.ts'
import { convert, formulaOf, plain } from './units.ts'

type Value = { value: number | string } | { refused: string }

/** The texts of SNOMED CT's qualifier values, for systems that send a code without text. */
export const snomedWords: Readonly<Record<string, string>> = {
  260385009: 'Negative',
  10828004: 'Positive',
  131194007: 'Non-reactive',
  11214006: 'Reactive',
  260415000: 'Not detected',
  260373001: 'Detected',
}

/** Whether the observation gives a reason for a missing value (the sample was haemolysed): there is no result to report. */
export function hasNoValue(observation: FhirObservation): boolean {
  const { valueQuantity, valueRange, valueCodeableConcept, valueString } = observation
  return [valueQuantity, valueRange, valueCodeableConcept, valueString].every((value) => value === undefined)
}

/** The value of an observation in the catalogue's terms: a number in the parameter's unit, or a text. */
export function valueOfObservation(observation: FhirObservation, parameter: Parameter): Value {
  return parameter.decimals === null ? wordOf(observation, parameter) : numberOf(observation, parameter)
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
  return 'refused' in high ? high : { value: `${plain(Number(low.value))}-${plain(Number(high.value))}` }
}

type Quantity = NonNullable<FhirObservation['valueQuantity']>

/** @param element name in error sentences. @returns the number, or the bound, in the parameter's unit */
function convertedQuantity(element: string, quantity: Quantity, parameter: Parameter): Value {
  const { name, loinc, ucum } = parameter
  const expected = ucum ?? '1'
  if (quantity.value === undefined) return { refused: `${element}.value is required.` }
  if (quantity.code !== undefined && quantity.system !== ucumSystem)
    return { refused: `${element}.system must be ${ucumSystem}.` }
  if (!formulaOf(loinc, quantity.code, expected)) {
    return quantity.code === undefined
      ? { refused: `${element}.code is required: the unit in UCUM, here ${expected}.` }
      : { refused: `${element}.code must be ${expected} for ${name}, not ${quantity.code}.` }
  }
  const { value: number, comparator, code } = quantity
  const read = convert(parameter, comparator ? `${comparator}${plain(number)}` : number, code)
  return 'refused' in read ? { refused: `${element}.code: ${read.refused}.` } : read
}

/** Text, displays and codes must agree: if they contradict each other, one of them could be "reactive". */
function wordOf(
  { valueCodeableConcept: concept, valueString }: FhirObservation,
  parameter: Parameter,
): Value {
  const { name, options } = parameter
  const said = [valueString, concept?.text, ...(concept?.coding ?? []).flatMap(wordsOfCoding)].filter(
    (word) => word !== undefined,
  )
  const [first] = said
  if (first === undefined) return { refused: `valueCodeableConcept is required: ${name} is a word.` }
  if (options === null || takesAnyText(parameter)) return { value: first }
  const meant = new Set(said.flatMap((word) => options.find((option) => sameWord(option, word)) ?? []))
  const [option, another] = meant
  if (another) return { refused: `value[x] contradicts itself: ${[...meant].join(' and ')}.` }
  const unknown = said.find((word) => !options.some((one) => sameWord(one, word)))
  if (option && unknown !== undefined)
    return { refused: `value[x] says "${unknown}" too, which is none of: ${options.join(', ')}.` }
  if (!option) return { refused: `value[x] of ${name} must be one of: ${options.join(', ')}.` }
  return { value: option }
}

type Coding = NonNullable<NonNullable<FhirObservation['valueCodeableConcept']>['coding']>[number]

function wordsOfCoding({ system, code, display }: Coding): (string | undefined)[] {
  return [display, system === snomedSystem && code !== undefined ? snomedWords[code] : undefined]
}
