import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { migrate } from '../migrations/migrate.ts'

const database = useTestDatabase()

const lab = '00000000-0000-4000-8000-00000000000a'

async function read(code: string) {
  const { rows } = await database.asOwner(
    `select id, sex, age_from as "from", age_to as "to", low::float8 as low, high::float8 as high, is_active as "isActive",
            lab_partner_id is not null as "isOwn"
       from reference_intervals where code = $1 order by age_from, sex nulls first`,
    [code],
  )
  return rows
}

it("the migration program adds the catalogue's intervals once its parameters are there", async () => {
  await migrate(database.url)
  expect(await read('PLT')).toEqual([])
  await database.asOwner(`
    insert into parameters (code, name, ucum, unit, decimals, male_low, male_high, female_low, female_high) values
      ('PLT', 'Platelet count', '10*3/uL', '×10³/µL', 0, 140, 410, 140, 410),
      ('HGB', 'Haemoglobin', 'mmol/L', 'mmol/L', 1, 8, 10, 7, 9)`)
  await migrate(database.url)
  expect(await read('PLT')).toMatchObject([
    { from: 12, to: 24, low: 200, high: 550 },
    { from: 24, to: 72, low: 200, high: 490 },
    { from: 72, to: 144, low: 170, high: 450 },
    // of this database
    { from: 216, to: null, sex: null, low: 140, high: 410 },
  ])
  // the numbers of the file are in g/dL
  expect(await read('HGB')).toEqual([])
})

it('a repeated run changes what is out of date, and leaves the rows of labs alone', async () => {
  const before = await read('PLT')
  await database.asOwner(
    `insert into reference_intervals (code, age_from, lab_partner_id, low, source) values ('PLT', 216, $1, 130, 'Ours')`,
    [lab],
  )
  await database.asOwner(
    `update reference_intervals set high = 500, is_active = false where id = $1;`.replace(
      '$1',
      `'${before[0].id}'`,
    ),
  )
  await database.asOwner(
    "insert into reference_intervals (code, age_from, age_to, low, source) values ('PLT', 144, 216, 150, 'Not listed any more')",
  )
  await migrate(database.url)
  const after = await read('PLT')
  expect(after.filter(({ isActive, isOwn }) => isActive && !isOwn)).toEqual(before)
  expect(after).toContainEqual(expect.objectContaining({ from: 144, isActive: false }))
  expect(after).toContainEqual(expect.objectContaining({ isOwn: true, low: 130, isActive: true }))
})
