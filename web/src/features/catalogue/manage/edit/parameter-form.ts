import { stabilityKinds, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { z } from 'zod'
import type { CatalogueParameter } from '../calls'
import { parameterTexts } from './texts'
import {
  codePattern,
  listFaults,
  listOf,
  numberOf,
  textOrNull,
  typedList,
  typedNumber,
  wholeOf,
} from './typed'

/** The fields of a parameter as they are typed, named as the columns of a file are, so that the faults of the API find them */
export const parameterFields = [
  ...(['code', 'name', 'type', 'unit', 'ucum', 'decimals', 'options', 'normal', 'loinc', 'method'] as const),
  ...(['synonyms', 'maleLow', 'maleHigh', 'femaleLow', 'femaleHigh'] as const),
  ...(['criticalLow', 'criticalHigh', 'criticalTexts'] as const),
  ...(['stableIn', 'stableHours', 'stableMin', 'stableMax', 'stableSource'] as const),
] as const
type Field = (typeof parameterFields)[number]
export type ParameterType = 'number' | 'choice' | 'text'
export type ParameterForm = Record<Exclude<Field, 'type'>, string> & { type: ParameterType }

/** For parts of a request that have other names than the columns of a file */
export const parameterAliases: Record<string, Field> = {
  'male.low': 'maleLow',
  'male.high': 'maleHigh',
  'female.low': 'femaleLow',
  'female.high': 'femaleHigh',
  'stability.container': 'stableIn',
  'stability.hours': 'stableHours',
  'stability.minC': 'stableMin',
  'stability.maxC': 'stableMax',
  'stability.source': 'stableSource',
}

const limits = [
  ['maleLow', 'maleHigh'],
  ['femaleLow', 'femaleHigh'],
  ['criticalLow', 'criticalHigh'],
] as const

const anyText = z.string()
const lists = { options: 40, criticalTexts: 20, synonyms: 40 } as const

export const parameterSchema = z
  .object({
    ...(Object.fromEntries(parameterFields.map((field) => [field, anyText])) as Record<
      Exclude<Field, 'type'>,
      z.ZodString
    >),
    type: z.enum(['number', 'choice', 'text']),
    code: anyText.regex(codePattern, parameterTexts.codeWrong),
    name: anyText.trim().min(1, parameterTexts.nameMissing).max(120),
  })
  .superRefine((form, context) => {
    const refuse = (field: Field, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (form.loinc.trim() !== '' && !/^\d{1,7}-\d$/.test(form.loinc.trim()))
      refuse('loinc', parameterTexts.loincWrong)
    for (const [field, message] of listFaults(form, lists)) refuse(field, message)
    if (form.type === 'number') refuseWrongNumbers(form, refuse)
    if (form.type === 'choice') {
      const options = listOf(form.options)
      if (options.length === 0) refuse('options', parameterTexts.optionsMissing)
      const normal = textOrNull(form.normal)
      if (normal !== null && !options.includes(normal)) refuse('normal', parameterTexts.notAnOption(normal))
      const unknown = listOf(form.criticalTexts).find((text) => !options.includes(text))
      if (unknown !== undefined) refuse('criticalTexts', parameterTexts.notAnOption(unknown))
    }
    refuseWrongStability(form, refuse)
  })

type Refuse = (field: Field, message: string) => void

function refuseWrongNumbers(form: ParameterForm, refuse: Refuse): void {
  if (typeof wholeOf(form.decimals, 0, 6) !== 'number') refuse('decimals', parameterTexts.decimalsWrong)
  if (form.ucum.trim() === '') refuse('ucum', parameterTexts.ucumMissing)
  for (const [lowField, highField] of limits) {
    const [low, high] = [numberOf(form[lowField]), numberOf(form[highField])]
    if (low === undefined) refuse(lowField, parameterTexts.numberWrong)
    if (high === undefined) refuse(highField, parameterTexts.numberWrong)
    if (low != null && high != null && low >= high) refuse(highField, parameterTexts.highWrong)
  }
}

function refuseWrongStability(form: ParameterForm, refuse: Refuse): void {
  const { stableIn, stableHours, stableMin, stableMax, stableSource } = form
  const isGiven = [stableIn, stableHours, stableMin, stableMax, stableSource].some((typed) => typed.trim())
  if (!isGiven) return
  if (stableIn.trim() === '') refuse('stableIn', parameterTexts.stableInMissing)
  const hours = numberOf(stableHours)
  if (hours == null || hours < 0.5 || hours > 720) refuse('stableHours', parameterTexts.stableHoursWrong)
  const [min, max] = [numberOf(stableMin), numberOf(stableMax)]
  const isTemperature = (value: number | null | undefined) =>
    value === null || (value !== undefined && value >= -90 && value <= 60)
  if (!isTemperature(min)) refuse('stableMin', parameterTexts.temperatureWrong)
  if (!isTemperature(max) || (min != null && max != null && min > max))
    refuse('stableMax', parameterTexts.temperatureWrong)
  if (stableSource.trim() === '') refuse('stableSource', parameterTexts.sourceMissing)
}

function typeOf(parameter: CatalogueParameter): ParameterType {
  if (parameter.options === null) return 'number'
  return takesAnyText(parameter) ? 'text' : 'choice'
}

/** @param one null: a new one */
export function toParameterForm(one: CatalogueParameter | null): ParameterForm {
  const type = one ? typeOf(one) : 'number'
  return {
    code: one?.code ?? '',
    name: one?.name ?? '',
    type,
    unit: one?.unit ?? '',
    ucum: one?.ucum ?? '',
    decimals: typedNumber(one?.decimals),
    options: type === 'choice' ? typedList(one?.options ?? []) : '',
    normal: one?.normal ?? '',
    loinc: one?.loinc ?? '',
    method: one?.method ?? '',
    synonyms: typedList(one?.synonyms ?? []),
    maleLow: typedNumber(one?.male?.low),
    maleHigh: typedNumber(one?.male?.high),
    femaleLow: typedNumber(one?.female?.low),
    femaleHigh: typedNumber(one?.female?.high),
    criticalLow: typedNumber(one?.criticalLow),
    criticalHigh: typedNumber(one?.criticalHigh),
    criticalTexts: typedList(one?.criticalTexts ?? []),
    stableIn: one?.stability?.container ?? '',
    stableHours: typedNumber(one?.stability?.hours),
    stableMin: typedNumber(one?.stability?.minC),
    stableMax: typedNumber(one?.stability?.maxC),
    stableSource: one?.stability?.source ?? '',
  }
}

const optionsOf: Record<ParameterType, (form: ParameterForm) => string[] | null> = {
  number: () => null,
  text: () => ['text'],
  choice: ({ options }) => listOf(options),
}

/** @param form valid; what its type does not have is left out */
export function toParameter(
  form: ParameterForm,
  criticalAges: CatalogueParameter['criticalAges'],
): CatalogueParameter {
  const isNumber = form.type === 'number'
  const number = (field: (typeof limits)[number][number]) =>
    isNumber ? (numberOf(form[field]) ?? null) : null
  const interval = (low: number | null, high: number | null) =>
    low === null && high === null ? null : { low, high }
  const hours = numberOf(form.stableHours)
  const container = stabilityKinds.find((kind) => kind === form.stableIn)
  return {
    code: form.code,
    name: form.name.trim(),
    synonyms: listOf(form.synonyms),
    loinc: textOrNull(form.loinc),
    ucum: isNumber ? textOrNull(form.ucum) : null,
    // a number without a unit has '', a text has none
    unit: isNumber ? form.unit.trim() : null,
    decimals: isNumber ? (numberOf(form.decimals) ?? null) : null,
    options: optionsOf[form.type](form),
    normal: isNumber ? null : textOrNull(form.normal),
    method: textOrNull(form.method),
    male: interval(number('maleLow'), number('maleHigh')),
    female: interval(number('femaleLow'), number('femaleHigh')),
    criticalLow: number('criticalLow'),
    criticalHigh: number('criticalHigh'),
    criticalAges: isNumber ? criticalAges : [],
    criticalTexts: isNumber ? [] : listOf(form.criticalTexts),
    stability:
      container && typeof hours === 'number'
        ? {
            container,
            hours,
            minC: numberOf(form.stableMin) ?? null,
            maxC: numberOf(form.stableMax) ?? null,
            source: form.stableSource.trim(),
          }
        : null,
  }
}
