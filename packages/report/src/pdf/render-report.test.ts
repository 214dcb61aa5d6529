import { readPdf } from '@jaanch/tests/support/read-pdf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  catalogueParameters,
  createFullReport,
  createReport,
  resultOf,
  usualResult,
} from '../testing/sample-report.ts'
import { disclaimer } from './headers.ts'
import { renderReport } from './render-report.ts'
import type { ReportContent } from './report-content.ts'

async function textOf(change: Partial<ReportContent>): Promise<string> {
  const { pages } = await readPdf(await renderReport(createReport(change)))
  return pages.join(' ')
}
const section = (...results: ReturnType<typeof resultOf>[]) => ({ sections: [{ title: 'Tests', results }] })

describe('the PDF of a report', () => {
  it('shows patient, laboratory, order and times in Indian time', async () => {
    const text = await textOf({})
    for (const part of [
      'Sunrise Diagnostics',
      '2nd Floor, Shivalik Plaza, C.G. Road',
      'Licence GJ/AHD/LAB/2019/0423',
      'Laboratory report',
      'Patient Asha Patel',
      'Age and sex Female, 42 years',
      'Sample Blood',
      'Booking #1f6c0a9e',
      'Order JN-2026-000123',
      'Collected (IST) 20 Nov 2026, 7:10 am',
      'Received (IST) 20 Nov 2026, 9:35 am',
      'Reported (IST) 20 Nov 2026, 2:05 pm',
      'Page 1 of 1',
      disclaimer,
      'End of report',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('shows unknown facts as not recorded', async () => {
    const text = await textOf({
      patient: { name: 'Asha Patel', age: null, sex: null },
      orderNumber: null,
      collectedAt: null,
      lab: { name: 'City Lab', address: '1 Ring Road', licence: null },
    })
    expect(text).toContain('Sex not recorded, age not recorded')
    expect(text).toContain('Order Not recorded')
    expect(text).toContain('Collected (IST) Not recorded')
    expect(text).not.toContain('Licence')
  })

  it('shows each result with its flag in words, its unit and its interval', async () => {
    const text = await textOf(
      section(
        resultOf('HGB', 11.2),
        resultOf('WBC', 12.5),
        resultOf('K', 6.8),
        resultOf('PLT', 12),
        resultOf('HBSAG', 'Reactive'),
        resultOf('MCV', 90),
        resultOf('ABO', 'AB'),
        resultOf('TSH', '<0.01'),
      ),
    )
    for (const row of [
      'Haemoglobin 11.2 ▼ Low g/dL 12.0–15.0',
      'Total leucocyte count 12.50 ▲ High ×10³/µL 4.00–10.00',
      'Potassium 6.8 ▲▲ CRITICAL HIGH mmol/L 3.5–5.1',
      'Platelet count 12 ▼▼ CRITICAL LOW ×10³/µL 150–410',
      'HBsAg Reactive ◆ Abnormal Non-reactive',
      'MCV 90.0 fL 83.0–101.0',
      'Blood group ABO AB',
      'TSH <0.01 ▼ Low µIU/mL 0.27–4.20',
    ]) {
      expect(text).toContain(row)
    }
    expect(text).toContain('Critical: Potassium 6.8 mmol/L, Platelet count 12 ×10³/µL.')
    expect(text).toContain('6 of 8 results are flagged.')
  })

  it('fits every parameter of the catalogue, on pages that each have the heading, the patient and a page number', async () => {
    const results = catalogueParameters.map((parameter) => usualResult(parameter))
    const { pages } = await readPdf(await renderReport(createReport(section(...results))))
    expect(pages.length).toBeGreaterThan(3)
    const text = pages.join(' ')
    for (const { name, text: value, unit, interval } of results) {
      expect(text).toContain([name, value, unit, interval].filter(Boolean).join(' '))
    }
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page).toContain(disclaimer)
      if (index > 0) expect(page).toContain('Asha Patel, booking #1f6c0a9e')
      if (page.includes('fL') || index < pages.length - 1) {
        expect(page).toContain('Test Result Flag Unit Reference interval')
      }
      if (index > 0 && index < pages.length - 1) expect(page).toContain('Tests (continued)')
    }
  })

  it('has the same bytes when it is rendered again at another time', async () => {
    const first = await renderReport(createFullReport())
    expect((await renderReport(createFullReport())).equals(first)).toBe(true)
    expect((await renderReport(createFullReport({ version: 2 }))).equals(first)).toBe(false)
  })

  it('is tagged, in English, and does not contain the patient in its metadata', async () => {
    const { info, isTagged, lang, rolesOf } = await readPdf(await renderReport(createReport()))
    expect({ isTagged, lang }).toEqual({ isTagged: true, lang: 'en-IN' })
    expect(info).toMatchObject({
      Title: 'Laboratory report: Order JN-2026-000123, Booking #1f6c0a9e',
      Author: 'Sunrise Diagnostics',
    })
    expect(JSON.stringify(info)).not.toContain('Asha')
    const roles = await rolesOf(1)
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(role)
  })

  it('has valid XML metadata, whatever the name of the laboratory', async () => {
    const bytes = await renderReport(
      createReport({ lab: { name: 'A & B <Lab>', address: 'x', licence: null } }),
    )
    expect((await readPdf(bytes)).info).toMatchObject({ Author: 'A and B Lab ' })
  })
})

describe('remarks', () => {
  it('show that a report is amended, and what it supersedes', async () => {
    const text = await textOf({ version: 3, supersededAt: new Date('2026-11-20T08:00:00Z') })
    expect(text).toContain('Amended report, version 3. It supersedes version 2 of 20 Nov 2026, 1:30 pm.')
    expect(text).toContain('Report Amended, version 3')
    expect(await textOf({})).not.toContain('Amended')
    const more = { version: 2, changes: [{ code: 'TSH', name: 'TSH', before: null, after: '2.0 mU/L' }] }
    expect(await textOf(more)).toMatch(/Report More results, version 2.*Added: TSH\./)
  })

  it('show the review and the comments of a doctor', async () => {
    const text = await textOf({ doctorComments: 'First.\n\nSecond.', isReviewed: true })
    expect(text).toContain('Comments First. Second.')
    expect(text).toContain('✓ Reviewed by a doctor')
    expect(await textOf({ doctorComments: 'First.' })).not.toContain('Reviewed')
  })

  it('say that details of the patient were corrected', async () => {
    const correction = 'Patient details corrected on 3 Aug 2026 (name, sex)'
    const text = await textOf({ patient: { name: 'Kiran', age: 42, sex: 'female', correction } })
    expect(text).toContain(`${correction}.`)
    expect(await textOf({})).not.toContain('corrected')
  })

  it('have the age of an infant in days or months', async () => {
    const aged = (count: number, unit: 'day' | 'month') =>
      textOf({ patient: { name: 'Kiran', age: 0, infantAge: { count, unit }, sex: 'female' } })
    expect(await aged(12, 'day')).toContain('Female, 12 days')
    expect(await aged(1, 'month')).toContain('Female, 1 month')
  })

  it('explain a wide interval and one that is missing for the age, name who released it, and list missing results', async () => {
    const ofOtherAges = { ...resultOf('WBC', 6), flag: null, interval: '', isForOtherAges: true }
    const text = await textOf({
      ...section(resultOf('HGB', 12.5, null), ofOtherAges),
      patient: { name: 'Kiran', age: 7, sex: null },
      releasedBy: { name: 'Dr Meera Iyer', role: 'Pathologist' },
      notReported: ['Ferritin', 'Folate'],
    })
    expect(text).toContain('12.0–17.0 *')
    expect(text).toContain('it spans both.')
    expect(text).toContain('None for this age')
    expect(text).toContain('Released by Dr Meera Iyer, pathologist')
    expect(text).toContain('Not reported: Ferritin, Folate.')
    expect(await textOf({})).not.toMatch(/spans both|for this age|Not reported|Released/)
  })

  it('say of a report that it is partial, and what is to come; without that it is final, also if a result is missing', async () => {
    const partial = await textOf({ toCome: ['Lipid Profile', 'Ferritin'] })
    expect(partial).toContain('Report Partial')
    expect(partial).toContain('Partial report. Still to come: Lipid Profile, Ferritin.')
    expect(await textOf({ notReported: ['Folate'] })).toContain('Report Final')
  })

  it('continue on further pages when they are long', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line${index}`)
    const { pages } = await readPdf(await renderReport(createReport({ doctorComments: lines.join('\n') })))
    expect(pages.length).toBeGreaterThan(3)
    for (const line of lines) expect(pages.join(' ')).toContain(line)
  })
})

describe('names', () => {
  it.each([
    ['Devanagari', 'आशा', 'आशा'],
    ['Bengali', 'আশা', 'আশা'],
    ['Gujarati', 'આશા', 'આશા'],
    ['Gurmukhi', 'ਆਸਾ', 'ਆਸਾ'],
    ['Odia', 'ଆଶା', 'ଆଶା'],
    ['Tamil', 'ஆஷா', 'ஆஷா'],
    ['Telugu', 'ఆశా', 'ఆశా'],
    ['Kannada', 'ಆಶಾ', 'ಆಶಾ'],
    ['Malayalam', 'ആശാ', 'ആശാ'],
    ['Arabic', 'آشا', 'آشا'],
    ['Latin with accents', 'Śāntā Müller', 'Śāntā Müller'],
  ])('in %s are shown in their own script', async (_, name, expected) => {
    expect(await textOf({ patient: { name, age: 42, sex: 'female' } })).toContain(`Patient ${expected}`)
  })

  it('show a box for a character that no font contains', async () => {
    expect(await textOf({ patient: { name: 'Asha 安', age: 42, sex: 'female' } })).toContain('Asha □')
  })

  it('wrap when they are long, and lose nothing', async () => {
    const name = Array.from({ length: 30 }, (_, index) => `Name${index}`).join(' ')
    const endless = 'x'.repeat(300)
    const text = await textOf({
      patient: { name, age: 42, sex: 'female' },
      lab: { name: endless, address: name, licence: null },
      ...section({ ...resultOf('HGB', 11.2), name: `${name} ${endless}` }),
    })
    for (const word of name.split(' ')) expect(text).toContain(word)
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(600)
  })

  it('and other texts of any kind never make a report fail', async () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(any, any, any, async (name, address, doctorComments) => {
        const bytes = await renderReport(
          createReport({
            patient: { name, age: 1, sex: 'other' },
            lab: { name: address, address: name, licence: name },
            doctorComments,
          }),
        )
        expect((await readPdf(bytes)).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 25 },
    )
  })
})
