/** Sample reports: real parameters of the catalogue with invented results. */

import type { Parameter, Sex } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import type { ReportContent, ReportResult } from '../pdf/report-content.ts'
import { interpret } from '../results/interpret.ts'

const catalogue = readStarter()
export const catalogueParameters: Parameter[] = catalogue.parameters

export function resultOf(code: string, value: number | string, sex: Sex = 'female'): ReportResult {
  const parameter = catalogueParameters.find((each) => each.code === code)
  if (!parameter) throw new Error(`No parameter ${code}`)
  const read = readValue(parameter, value)
  if ('refused' in read) throw new Error(read.refused)
  return {
    name: parameter.name,
    unit: parameter.unit ?? '',
    ...interpret(parameter, read.reading, { sex, ageMonths: 'adult' }),
  }
}

/** A result in the middle of the interval, or the expected word. */
export function usualResult({ code, decimals, female, options, normal }: Parameter, sex: Sex = 'female') {
  if (decimals === null)
    return resultOf(code, normal ?? (options?.[0] === 'text' ? 'Unremarkable' : (options?.[0] ?? '-')), sex)
  const { low, high } = female ?? { low: 1, high: 1 }
  return resultOf(code, ((low ?? 0) + (high ?? (low ?? 1) * 1.4)) / 2, sex)
}

/** The sections of a package, one per test. @param special results by parameter code */
function sectionsOfPackage(code: string, special: Record<string, number | string> = {}, sex: Sex = 'female') {
  const wanted = catalogue.items.find((entry) => entry.code === code)
  const seen = new Set<string>()
  return (wanted?.kind === 'package' ? wanted.tests : [code]).map((test) => {
    const entry = catalogue.items.find((each) => each.code === test)
    const codes = (entry?.parameters ?? []).filter((each) => !seen.has(each))
    for (const each of codes) seen.add(each)
    const results = codes.map((each) => {
      const value = special[each]
      const parameter = catalogueParameters.find((known) => known.code === each) as Parameter
      return value === undefined ? usualResult(parameter, sex) : resultOf(each, value, sex)
    })
    return { title: entry?.name ?? test, results }
  })
}

export function createReport(change: Partial<ReportContent> = {}): ReportContent {
  return {
    lab: {
      name: 'Sunrise Diagnostics',
      address: '2nd Floor, Shivalik Plaza, C.G. Road, Navrangpura, Ahmedabad, Gujarat 380009',
      licence: 'GJ/AHD/LAB/2019/0423',
    },
    patient: { name: 'Asha Patel', age: 42, sex: 'female' },
    bookingShortId: '1f6c0a9e',
    orderNumber: 'JN-2026-000123',
    ordered: ['Complete Blood Count (CBC)'],
    sampleType: 'Blood',
    collectedAt: new Date('2026-11-20T01:40:00Z'),
    receivedAt: new Date('2026-11-20T04:05:00Z'),
    reportedAt: new Date('2026-11-20T08:35:00Z'),
    sections: [{ title: 'Complete Blood Count (CBC)', results: [resultOf('HGB', 11.2)] }],
    toCome: [],
    notReported: [],
    doctorComments: null,
    releasedBy: null,
    isReviewed: false,
    version: 1,
    supersededAt: null,
    changes: null,
    ...change,
  }
}

/** A full check-up with every kind of result. */
export function createFullReport(change: Partial<ReportContent> = {}): ReportContent {
  return createReport({
    ordered: ['Full Body Checkup with Vitamins', 'Peripheral Smear'],
    sampleType: 'Blood and urine',
    sections: [
      ...sectionsOfPackage('PKG-FULLV', {
        HGB: 11.2,
        HCT: 35.1,
        K: 6.8,
        CHOL: 243,
        LDL: 151,
        HDL: 41,
        TSH: '<0.01',
        VITD: 11.4,
        UWBC: '2-4',
        UPRO: 'Trace',
        UBLD: '1+',
      }),
      {
        title: 'Peripheral Smear',
        results: [
          resultOf(
            'PBS',
            'Red cells: normocytic to mildly microcytic, mild hypochromia, occasional target cells. White cells: ' +
              'normal in number and morphology, no immature cells seen. Platelets: adequate on smear.',
          ),
        ],
      },
    ],
    doctorComments:
      'Mild anaemia with low-normal indices; correlate clinically and consider iron studies.\n\nPotassium is markedly ' +
      'raised: please repeat on a fresh, unhaemolysed sample and see a physician today.',
    isReviewed: true,
    ...change,
  })
}
