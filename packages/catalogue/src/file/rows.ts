/** The catalogue as rows of the sheets, and back. */
import type { CatalogueInterval, CatalogueItem, CatalogueParameter } from '../api.ts'
import type { Catalogue } from '../catalogue.ts'
import type { IntervalRow, PackageRow, ParameterRow, Rows, TestRow } from './sheets.ts'

export function rowsOf({ parameters, intervals, items }: Catalogue): Rows {
  return {
    parameters: parameters.map(parameterRow),
    intervals: [...parameters.flatMap(criticalRows), ...intervals.map(intervalRow)],
    tests: items
      .filter(({ kind }) => kind === 'test')
      .map((item) => ({ ...soldRow(item), parameters: filled(item.parameters) })),
    packages: items
      .filter(({ kind }) => kind === 'package')
      .map((item) => ({ ...soldRow(item), tests: filled(item.tests) })),
  }
}

/**
 * @param rows of the sheets that the file has; a part without a sheet stays as it was before
 * @returns the catalogue that the file describes
 */
export function catalogueOf(rows: Partial<Rows>, before: Catalogue): Catalogue {
  const critical = Map.groupBy(
    rows.intervals?.filter(({ kind }) => kind === 'critical') ?? [],
    ({ parameter }) => parameter,
  )
  const agesBefore = new Map(before.parameters.map(({ code, criticalAges }) => [code, criticalAges]))
  const withAges = (parameter: CatalogueParameter): CatalogueParameter => ({
    ...parameter,
    criticalAges: rows.intervals
      ? (critical.get(parameter.code) ?? []).map(criticalAge)
      : (agesBefore.get(parameter.code) ?? []),
  })
  const [testsBefore, packagesBefore] = [
    before.items.filter(isTest),
    before.items.filter((item) => !isTest(item)),
  ]
  return {
    parameters: (rows.parameters?.map(parameterOf) ?? before.parameters).map(withAges),
    intervals: rows.intervals?.filter(({ kind }) => kind !== 'critical').map(intervalOf) ?? before.intervals,
    items: [
      ...(rows.tests?.map(testOf) ?? testsBefore),
      ...(rows.packages?.map((row) => withMeasured(packageOf(row), packagesBefore)) ?? packagesBefore),
    ],
  }
}

/** A package without tests keeps what it is known to measure, for which the file has no column. */
function withMeasured(item: CatalogueItem, before: readonly CatalogueItem[]): CatalogueItem {
  if (item.tests.length > 0) return item
  return { ...item, parameters: before.find(({ code }) => code === item.code)?.parameters ?? [] }
}

const isTest = ({ kind }: CatalogueItem) => kind === 'test'
const filled = <Value>(list: readonly Value[]): Value[] | null => (list.length === 0 ? null : [...list])

function parameterRow(one: CatalogueParameter): ParameterRow {
  const isAnyText = one.options?.length === 1 && one.options[0] === 'text'
  return {
    code: one.code,
    name: one.name,
    type: one.options === null ? 'number' : isAnyText ? 'text' : 'choice',
    unit: one.unit || null,
    ucum: one.ucum,
    decimals: one.decimals,
    options: isAnyText ? null : one.options,
    normal: one.normal,
    maleLow: one.male?.low ?? null,
    maleHigh: one.male?.high ?? null,
    femaleLow: one.female?.low ?? null,
    femaleHigh: one.female?.high ?? null,
    criticalLow: one.criticalLow,
    criticalHigh: one.criticalHigh,
    criticalTexts: filled(one.criticalTexts),
    loinc: one.loinc,
    method: one.method,
    synonyms: filled(one.synonyms),
    stableIn: one.stability?.container ?? null,
    stableHours: one.stability?.hours ?? null,
    stableMin: one.stability?.minC ?? null,
    stableMax: one.stability?.maxC ?? null,
    stableSource: one.stability?.source ?? null,
  }
}

function parameterOf(row: ParameterRow): CatalogueParameter {
  const interval = (low: number | null, high: number | null) =>
    low === null && high === null ? null : { low, high }
  return {
    code: row.code,
    name: row.name,
    synonyms: row.synonyms ?? [],
    loinc: row.loinc,
    ucum: row.ucum,
    // a number without a unit has '', a text has none
    unit: row.unit ?? (row.type === 'number' ? '' : null),
    decimals: row.decimals,
    // a number with options is a fault, which the check names
    options: row.type === 'text' ? ['text'] : (row.options ?? (row.type === 'choice' ? [] : null)),
    normal: row.normal,
    method: row.method,
    male: interval(row.maleLow, row.maleHigh),
    female: interval(row.femaleLow, row.femaleHigh),
    criticalLow: row.criticalLow,
    criticalHigh: row.criticalHigh,
    criticalAges: [],
    criticalTexts: row.criticalTexts ?? [],
    stability: stabilityOf(row),
  }
}

function stabilityOf(row: ParameterRow): CatalogueParameter['stability'] {
  if (row.stableIn === null || row.stableHours === null) return null
  return {
    container: row.stableIn,
    hours: row.stableHours,
    minC: row.stableMin,
    maxC: row.stableMax,
    source: row.stableSource ?? 'Catalogue',
  }
}

function intervalRow(one: CatalogueInterval): IntervalRow {
  return { ...one, kind: 'reference', sex: one.sex ?? 'both', ageFrom: one.ageFrom || null }
}

function criticalRows({ code, criticalAges }: CatalogueParameter): IntervalRow[] {
  return criticalAges.map(({ ageFrom, ageTo, low, high, source }) => ({
    parameter: code,
    kind: 'critical',
    sex: 'both',
    ageFrom: ageFrom || null,
    ageTo,
    method: null,
    low,
    high,
    expected: null,
    source,
    isActive: true,
  }))
}

/** Without an end it is a fault, which `rowFaults` names. */
function criticalAge({ ageFrom, ageTo, low, high, source }: IntervalRow) {
  return { ageFrom: ageFrom ?? 0, ageTo: ageTo ?? 216, low, high, source }
}

function intervalOf(row: IntervalRow): CatalogueInterval {
  const { kind: _kind, ...rest } = row
  return {
    ...rest,
    sex: row.sex === 'both' ? null : row.sex,
    ageFrom: row.ageFrom ?? 0,
    isActive: row.isActive ?? true,
  }
}

function soldRow(item: CatalogueItem): Omit<TestRow, 'parameters'> {
  const { kind: _kind, parameters: _parameters, tests: _tests, ...sold } = item
  return {
    ...sold,
    description: sold.description || null,
    synonyms: filled(sold.synonyms),
    conditions: filled(sold.conditions),
  }
}

function soldOf(row: Omit<TestRow, 'parameters'>): Omit<CatalogueItem, 'kind' | 'parameters' | 'tests'> {
  return {
    ...row,
    description: row.description ?? '',
    gender: row.gender ?? 'both',
    synonyms: row.synonyms ?? [],
    conditions: row.conditions ?? [],
    isPopular: row.isPopular ?? false,
    isTaxExempt: row.isTaxExempt ?? true,
    isOffered: row.isOffered ?? true,
  }
}

function testOf({ parameters, ...row }: TestRow): CatalogueItem {
  const { fasting, specimens, ...sold } = soldOf(row)
  return {
    kind: 'test',
    ...sold,
    parameters: parameters ?? [],
    tests: [],
    specimens: specimens ?? [],
    fasting: fasting ?? 0,
  }
}

function packageOf({ tests, ...row }: PackageRow): CatalogueItem {
  return { kind: 'package', ...soldOf(row), parameters: [], tests: tests ?? [] }
}
