import { randomUUID } from 'node:crypto'
import { catalogueTimeline, readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { writeTimeline } from '@jaanch/infra/local/demo/timeline'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { useTestDatabase } from '@jaanch/tests/support/database'
import fc from 'fast-check'
import type { DatabasePool } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPackages } from './search-packages.ts'

const database = useTestDatabase()
let db: DatabasePool
const { entries } = readCatalogue()
const codes = new Map(entries.map(({ id, code }) => [id, code]))

beforeAll(async () => {
  await writeTimeline(database.pool, catalogueTimeline(readCatalogue(), new Date(), 'system:test'))
  db = await createSlonikPool({ url: database.url, name: 'test' })
})
afterAll(() => db.end())

async function find(text: string): Promise<string[]> {
  return (await findPackages(db, text)).map(({ id }) => codes.get(id) ?? id)
}

/** The typed text; the expected first results in order; other results that must be among the first ten. */
type Case = [typed: string, first: string, others?: string]

const cases: Record<string, Case[]> = {
  'a name, an alias or a code': [
    ['cbc', 'CBC'],
    ['lft', 'LFT', 'PKG-LIVKID'],
    ['sgpt', 'ALT'],
    ['thyroid', 'TFT', 'TSH FTFT PKG-THY TAB'],
    ['vit d', 'VITD'],
    ['full body', 'PKG-FULL', 'PKG-FULLV PKG-BASIC'],
    ['blood test', 'CBC'],
    ['pregnancy test', 'BHCG UPT'],
    ['dengue', 'DENAB NS1', 'PKG-FEVER'],
    ['khoon ki jaanch', 'CBC'],
  ],
  'a name however it is spaced, hyphened and cased': [
    ['HbA1c', 'HBA1C'],
    ['hb a1c', 'HBA1C'],
    ['vitamin-d', 'VITD'],
    ['b12', 'B12'],
    ['vitaminb12', 'B12'],
    ['rt-pcr', 'COVID'],
    ['  Anti  Mullerian hormone ', 'AMH'],
    ['women’s health', 'PKG-ANC', 'PKG-WOMEN PKG-SENW'],
    ['ca 19.9', 'CA199'],
  ],
  'British and American spelling': [
    ['anemia', 'PKG-ANAEM', 'CBC B12 FERR FOL'],
    ['hemoglobin', 'CBC', 'HBA1C'],
    ['oestradiol', 'FERT'],
  ],
  'a condition or a category': [
    ['Diabetes', 'PKG-DIA FBS HBA1C', 'PPBS RBS CPEP INSF'],
    ['diabetic', 'PKG-DIA', 'FBS HBA1C PKG-FULL'],
    ['Heart', 'LIPID PKG-HEART', 'TROPI HCY APO'],
    ['Fever', 'PKG-FEVER CBC', 'CRP BCUL'],
    ['kidney stones', 'CA PTH URIC', 'KFT'],
    ['kidney and urine', 'KFT', 'UR UACR'],
  ],
  'the beginning of a word': [
    ['thy', 'TFT', 'TSH FTFT PKG-THY'],
    ['chole', 'LIPID CHOL'],
    ['chol', 'CHOL LIPID'],
    ['infectio', 'CRP'],
    ['vitamin b', 'B12', 'FOL'],
    ['urine rou', 'UR'],
    ['hom', 'HOMA HCY'],
  ],
  'a mistyped word': [
    ['thyriod', 'TFT', 'TSH FTFT PKG-THY'],
    ['tyroid test', 'TFT', 'TSH FTFT PKG-THY'],
    ['colestrol', 'LIPID CHOL'],
    ['colest', 'LIPID CHOL'],
    ['vitamn d', 'VITD'],
    ['diabetis', 'PKG-DIA FBS HBA1C'],
    ['suger', 'FBS', 'HBA1C PPBS RBS'],
    ['creatnine', 'CREA', 'KFT'],
    ['lever function', 'LFT'],
  ],
  'what it measures, a single test before a profile and a profile before a checkup': [
    ['globulin', 'LFT PKG-LIVKID'],
    ['blood glucose', 'FBS', 'PPBS RBS HOMA'],
    ['neutrophil', 'CBC'],
    ['oestradiol', 'FERT', 'PKG-PCOS'],
    ['s potassium', 'LYTE KFT'],
    ['alkaline phosphatase', 'BONE LFT'],
    ['bun', 'UREA', 'KFT'],
    ['trop i', 'TROPI'],
    ['pus cells', 'UR'],
    ['khoon', 'CBC'],
  ],
  'what it measures, mistyped': [
    ['thairoid', 'TFT', 'TSH FTFT'],
    ['suger', 'FBS', 'PPBS RBS'],
    ['globulen', 'LFT'],
    ['fosforus', 'BONE KFT'],
    ['tyfoid', 'TYPH', 'PKG-FEVER'],
  ],
  'several words': [
    ['sugar test', 'PKG-DIA FBS HBA1C PPBS RBS'],
    ['blood test for diabetes', 'PKG-DIA FBS HBA1C', 'PPBS RBS'],
    ['thyroid test price near me', 'TFT', 'TSH FTFT'],
    ['dengue and malaria', 'PKG-FEVER', 'NS1 DENAB MALAG'],
    ['liver and kidney care', 'PKG-LIVKID'],
    ['profile lipid', 'LIPID'],
    ['thyroid qwertyuiop', 'TFT', 'TSH'],
  ],
}

describe('a search finds', () => {
  for (const [what, table] of Object.entries(cases)) {
    it.each(table)(`${what}: %s`, async (typed, first, others = '') => {
      const found = await find(typed)
      const expected = first.split(' ')
      expect(found.slice(0, expected.length)).toEqual(expected)
      if (others) expect(found.slice(0, 10)).toEqual(expect.arrayContaining(others.split(' ')))
    })
  }

  it('every package by its name, each of its synonyms and its code, among the first results', async () => {
    for (const { code, name, synonyms } of entries) {
      for (const text of [name, code, ...synonyms]) {
        const found = await find(text)
        const same = entries.filter((entry) => entry.synonyms.includes(text)).length
        expect(found.slice(0, Math.max(3, same + 2)), `${code} by ${text}`).toContain(code)
      }
    }
  })

  it('for "Energy Fatigue" packages for both first, popular ones at the top, then packages for either', async () => {
    const found = await find('Energy Fatigue')
    const conditionsOf = (code: string) => entries.find((entry) => entry.code === code)?.conditions ?? []
    const isBoth = found.map(
      (code) => conditionsOf(code).filter((c) => /^(energy|fatigue)$/.test(c)).length === 2,
    )
    expect(isBoth.lastIndexOf(true)).toBeLessThan(isBoth.indexOf(false))
    expect(found.slice(0, 5)).toEqual(['CBC', 'PKG-FULL', 'TFT', 'B12', 'VITD'])
    expect(found).toEqual(expect.arrayContaining(['IRON', 'FERR', 'FOL', 'CORT', 'RETIC']))
  })

  it('the popular packages for an empty text, and nothing for a text without words', async () => {
    const popular = entries.filter(({ isPopular }) => isPopular).map(({ code }) => code)
    expect((await find('')).toSorted()).toEqual(popular.toSorted())
    for (const text of ['&', "' or ''='", '%', '!!!', 'qwertyuiop', '😀'.repeat(100), 'थायराइड', '\0']) {
      expect(await find(text), text).toEqual([])
    }
  })
})

describe('a search finds a package by its parameters', () => {
  async function addTest(code: string, count: number): Promise<string> {
    const id = randomUUID()
    const codes = Array.from({ length: count }, (_, index) => `${code}${index}`)
    const names = codes.map((_, index) => `measured thing ${index}`)
    await database.pool.query(
      `insert into parameters (code, name) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
      [codes, names],
    )
    await database.pool.query(
      `insert into packages (id, name, description, price, tests_included, sample_type, kind, category, parameter_codes)
       values ($1, $2, '', 10000, 1, 'blood', 'test', 'Other', $3)`,
      [id, `Panel with ${count}`, codes],
    )
    return id
  }

  it('with the fewest parameters first', async () => {
    const ids = [await addTest('RANK', 60), await addTest('RANK', 12), await addTest('RANK', 1)]
    expect(await find('measured thing 0')).toEqual(ids.toReversed())
    await database.pool.query('update packages set is_popular = true where id = $1', [ids[0]])
    expect(await find('RANK0')).toEqual(ids.toReversed())
  })

  it('after the name or the synonyms of a parameter changed, until the package is not on offer', async () => {
    const id = await addTest('RENEW', 2)
    const change = (text: string, value: unknown) =>
      database.pool.query(`update parameters set ${text} = $1 where code = 'RENEW1'`, [value])
    expect(await find('zylophosphate')).toEqual([])
    await change('synonyms', ['s zylophosphate'])
    expect(await find('zylophosphate')).toEqual([id])
    expect(await find('zilofosfate')).toEqual([id])
    await change('synonyms', [])
    expect(await find('zylophosphate')).toEqual([])
    await change('name', 'Zylophosphate, total')
    expect(await find('zylophosphate')).toEqual([id])
    await database.pool.query('update packages set is_active = false where id = $1', [id])
    await change('synonyms', ['zyl'])
    expect(await find('zylophosphate')).toEqual([])
  })

  it('whose parameter is stored later', async () => {
    const id = await addTest('LATE', 0)
    await database.pool.query("update packages set parameter_codes = '{LATE9}' where id = $1", [id])
    expect(await find('quuxin')).toEqual([])
    await database.pool.query("insert into parameters (code, name) values ('LATE9', 'Quuxin')")
    expect(await find('quuxin')).toEqual([id])
  })
})

describe('a search does not fail', () => {
  const operators = `& | ! ( ) : * :* ' '' " \\ % _ <-> $ # ~ =`.split(' ')

  it('with operators around and between words', async () => {
    for (const operator of operators) {
      const found = await find(`${operator}thyroid${operator} ${operator} profile${operator}`)
      expect(found[0], operator).toBe('TFT')
    }
  })

  it('with any text [V1.2.4]', async () => {
    const unit = fc.oneof(
      fc.constantFrom(...operators, '\0', ' ', 'b', '12', 'vitamin', 'हीमोग्लोबिन'),
      fc.constantFrom('😀', '\ud800', '\u200d', '\ufdfa', 'İ'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    )
    const text = fc.array(unit, { maxLength: 100 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        expect(Array.isArray(await find([...typed].slice(0, 100).join('')))).toBe(true)
      }),
      { numRuns: 100 },
    )
    expect(await find('\ufdfa'.repeat(100))).toEqual([])
  })
})
