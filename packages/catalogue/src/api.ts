import { line, optional, text, withoutContent } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { genderRestrictions, sampleTypes } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { stabilityKinds } from './parameters/parameter.ts'

/** 8 MB, decoded: a workbook of 3,000 tests has 0.4 */
export const catalogueFileLimit = 8 * 1024 ** 2
/** Base64 encodes 3 bytes as 4; the rest is for the other fields. */
const bodyLimit = Math.ceil(catalogueFileLimit / 3) * 4 + 10_000

export const catalogueFileTexts = { tooLarge: 'Please select a file smaller than 8MB' }

const code = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9._-]{0,39}$/, 'A code has up to 40 capitals, digits, dots, hyphens and underscores')
const finite = z.number().min(-1e9).max(1e9)
const interval = z.object({ low: finite.nullable(), high: finite.nullable() }).nullable()
const months = z.int().min(0).max(1_560)
/** Files and forms separate them by semicolons */
const word = line(80).refine((text) => !text.includes(';'), 'Without a semicolon')
const words = (most: number) => z.array(word).max(most)
const paise = z.int().min(0).max(100_000_000)

const parameter = z.object({
  code,
  name: line(120),
  /** Other names, by which a search finds the tests that measure it */
  synonyms: words(40),
  loinc: line(12).nullable(),
  ucum: line(40).nullable(),
  /** '' and null: none */
  unit: z.union([z.literal(''), line(30)]).nullable(),
  /** The decimals of results and intervals */
  decimals: z.int().min(0).max(6).nullable(),
  /** null: its results are numbers; `['text']`: any text */
  options: words(40).nullable(),
  /** The expected text; null if there is none (a blood group) */
  normal: line(80).nullable(),
  method: line(80).nullable(),
  male: interval,
  female: interval,
  /** The limits of adults, and of every age that `criticalAges` does not name */
  criticalLow: finite.nullable(),
  criticalHigh: finite.nullable(),
  /** In completed months, the first included, the last excluded; at most one limit for an age and a bound. null: that of the parameter */
  criticalAges: z
    .array(
      z.object({
        ageFrom: months,
        ageTo: months,
        low: finite.nullable(),
        high: finite.nullable(),
        source: line(500),
      }),
    )
    .max(50),
  /** The allowed texts that are critical at every age; their flag stays `abnormal` */
  criticalTexts: words(20),
  /** How long a specimen is stable on its way, and how warm it may be in °C; null: as its container */
  stability: z
    .object({
      container: z.enum(stabilityKinds),
      /** From the draw */
      hours: z.number().min(0.5).max(720),
      minC: z.number().min(-90).max(60).nullable(),
      maxC: z.number().min(-90).max(60).nullable(),
      source: line(500),
    })
    .nullable(),
})

/** The expected results of a parameter in some people. Ages in completed months, `ageFrom` included, `ageTo` excluded; null: open. */
const catalogueInterval = z.object({
  parameter: code,
  sex: z.enum(['male', 'female']).nullable(),
  ageFrom: months,
  ageTo: months.nullable(),
  /** null: any */
  method: line(80).nullable(),
  low: finite.nullable(),
  high: finite.nullable(),
  /** The expected text, if the results are texts */
  expected: line(80).nullable(),
  source: line(500),
  /** One that is not active applies to nobody until a lab accepts it */
  isActive: z.boolean(),
})

const item = z.object({
  kind: z.enum(['test', 'package']),
  code,
  name: line(120),
  description: z.union([z.literal(''), text(2_000)]),
  category: line(60),
  /** Codes of what a test, or a package without tests, measures; none: its report is a PDF only */
  parameters: z.array(code).max(300),
  /** Codes of the tests of a package */
  tests: z.array(code).max(300),
  /** null, here and below: it follows from the tests of the package, or from the parameters and specimens of the test (`resolveItem`) */
  specimens: z
    .array(z.object({ specimen: line(80), container: line(80).nullable() }))
    .max(20)
    .nullable(),
  sampleType: z.enum(sampleTypes).nullable(),
  /** Hours; 0: none; `yes`: required, without a number */
  fasting: z.union([z.int().min(0).max(72), z.literal('yes')]).nullable(),
  preparation: optional(line(2_000)),
  /** From the sample to the report */
  reportHours: z.int().min(1).max(2_160).nullable(),
  testsIncluded: z.int().min(1).max(1_000).nullable(),
  ageMin: z.int().min(0).max(130).nullable(),
  ageMax: z.int().min(0).max(130).nullable(),
  gender: z.enum(genderRestrictions),
  synonyms: words(60),
  conditions: words(60),
  isPopular: z.boolean(),
  isTaxExempt: z.boolean(),
  /** Paise; null: it has no price yet, and is not offered */
  price: paise.nullable(),
  originalPrice: paise.nullable(),
  isOffered: z.boolean(),
})

export type CatalogueParameter = z.output<typeof parameter>
export type CatalogueInterval = z.output<typeof catalogueInterval>
export type CatalogueItem = z.output<typeof item>

/** Identifies what a person looked at: a change is refused if somebody else changed the catalogue since. */
const version = z.uuid()

const catalogueView = z.object({
  version,
  parameters: z.array(parameter),
  intervals: z.array(catalogueInterval),
  items: z.array(item),
})
export type CatalogueView = z.output<typeof catalogueView>

const file = z.object({
  fileName: line(255),
  /** Base64 */
  content: z.string().max(bodyLimit),
})

const counts = z.object({
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  ended: z.int().nonnegative(),
  untouched: z.int().nonnegative(),
})
const sheet = z.enum(['parameters', 'intervals', 'tests', 'packages'])

/** So many problems and changes are listed; the counts are of all */
export const mostListed = 500

const previewView = z.object({
  version,
  /** Nothing is imported while there are any. `cell` such as C5; null: about the whole sheet. `sheet` is '' about the whole file */
  problems: z.array(z.object({ sheet: z.string(), cell: z.string().nullable(), text: z.string() })),
  problemCount: z.int().nonnegative(),
  changes: z.array(
    z.object({
      sheet,
      /** `ended`: it is no longer listed; results and bookings keep it */
      kind: z.enum(['added', 'changed', 'ended']),
      /** Code of a parameter or item; of an interval `HGB, female, 0 to 12 months` */
      key: z.string(),
      name: z.string(),
      /** As the file says it; '' for an empty cell */
      fields: z.array(z.object({ title: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
  counts: z.record(sheet, counts),
  /** Tests that measure nothing of the catalogue: their reports are PDFs only */
  pdfOnly: z.array(z.string()),
})
export type CataloguePreview = z.output<typeof previewView>

const priceRow = z.object({
  /** Row in the file */
  row: z.int(),
  name: z.string(),
  /** Paise */
  price: paise,
  /** Code of the test or package that is surely meant; null: a person decides */
  match: z.string().nullable(),
  /** Codes of similar ones, the most similar first */
  suggestions: z.array(z.string()),
})
const priceMatches = z.object({
  version,
  rows: z.array(priceRow),
  problems: previewView.shape.problems,
})
export type PriceMatches = z.output<typeof priceMatches>

const format = z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') })
/** The id of a parameter, test or package is its code */
const byCode = z.object({ id: code })
const managers = forAdmins('manager')

export const editorCalls = {
  getCatalogue: route({
    method: 'GET',
    path: '/api/admin/catalogue',
    ...managers,
    summary: 'The whole catalogue: parameters with their intervals, tests and packages',
    response: catalogueView,
  }),
  loadStarterCatalogue: route({
    method: 'POST',
    path: '/api/admin/catalogue/starter',
    ...managers,
    summary:
      'Load the starter catalogue into an empty installation; its tests are offered once they have a price',
    response: counts,
  }),
  previewCatalogue: route({
    method: 'POST',
    path: '/api/admin/catalogue/preview',
    ...managers,
    summary:
      'What importing a workbook or a ZIP of CSV files would change, with each problem at its cell; nothing is changed',
    body: file,
    bodyLimit,
    tooLarge: catalogueFileTexts.tooLarge,
    response: previewView,
  }),
  importCatalogue: route({
    method: 'POST',
    path: '/api/admin/catalogue/import',
    ...managers,
    summary: 'Make the catalogue what a file says. What is no longer listed is not offered any more',
    body: file.extend({ version }),
    bodyLimit,
    tooLarge: catalogueFileTexts.tooLarge,
    response: counts,
  }),
  exportCatalogue: route({
    method: 'GET',
    path: '/api/admin/catalogue/export',
    ...managers,
    summary: 'The whole catalogue as a workbook or a ZIP of CSV files',
    query: format,
    response: 'file',
  }),
  getCatalogueTemplate: route({
    method: 'GET',
    path: '/api/admin/catalogue/template',
    ...managers,
    summary: 'An empty workbook that explains its columns',
    query: format,
    response: 'file',
  }),
  saveParameter: route({
    method: 'PUT',
    path: '/api/admin/catalogue/parameters/:id',
    ...managers,
    summary: 'Add or change a parameter with its intervals; results keep the interval that applied',
    params: byCode,
    body: z.object({ version, parameter, intervals: z.array(catalogueInterval).max(100) }),
    response: counts,
  }),
  endParameter: route({
    method: 'DELETE',
    path: '/api/admin/catalogue/parameters/:id',
    ...managers,
    summary: 'End a parameter that no test measures; its results stay',
    params: byCode,
    ...withoutContent,
  }),
  saveItem: route({
    method: 'PUT',
    path: '/api/admin/catalogue/items/:id',
    ...managers,
    summary: 'Add or change a test or package; bookings keep what they were placed with',
    params: byCode,
    body: z.object({ version, item }),
    response: counts,
  }),
  getAffected: route({
    method: 'GET',
    path: '/api/admin/catalogue/affected/:id',
    ...managers,
    summary: 'What a change of a parameter, test or package affects',
    params: byCode,
    response: z.object({
      /** Tests that measure it, and packages that contain it or such a test */
      tests: z.int().nonnegative(),
      packages: z.int().nonnegative(),
      /** Bookings of these that are neither completed nor cancelled */
      openBookings: z.int().nonnegative(),
      /** Labs with own intervals or critical limits for it */
      labs: z.int().nonnegative(),
    }),
  }),
  matchPriceList: route({
    method: 'POST',
    path: '/api/admin/catalogue/prices/match',
    ...managers,
    summary: 'Match a file of two columns, name and price, to tests and packages; nothing is changed',
    body: file,
    bodyLimit,
    tooLarge: catalogueFileTexts.tooLarge,
    response: priceMatches,
  }),
  savePrices: route({
    method: 'PUT',
    path: '/api/admin/catalogue/prices',
    ...managers,
    summary: 'Set the prices of tests and packages, and add tests whose reports are PDFs only',
    body: z.object({
      version,
      prices: z.array(z.object({ code, price: paise })).max(20_000),
      added: z
        .array(z.object({ name: line(120), price: paise }))
        .max(5_000)
        .default([]),
    }),
    bodyLimit,
    response: counts,
  }),
}
