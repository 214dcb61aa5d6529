import { randomUUID } from 'node:crypto'
import { applyCatalogue } from '@jaanch/catalogue/apply-catalogue'
import { inspectFile } from '@jaanch/catalogue/file/inspect'
import { writeFile } from '@jaanch/catalogue/file/write-file'
import { planHere } from '@jaanch/catalogue/plan-change'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import type { TestDatabase } from './database.ts'

/**
 * Imports the parameters of the starter catalogue from a workbook, without the intervals of ages. Files that share a stack call it one after
 * the other: the parameters and tests of others stay.
 */
export async function createParameters({ pool }: TestDatabase): Promise<void> {
  await applyCatalogue(
    pool,
    randomUUID(),
    planHere(async ({ catalogue }) => {
      const { parameters } = readStarter()
      const file = await writeFile('xlsx', { parameters, intervals: [], items: [] })
      const before = { parameters: [], intervals: [], items: [] }
      const { after, problems } = await inspectFile('parameters.xlsx', file, {
        catalogue: before,
        unitsInUse: {},
      })
      if (problems.length > 0) throw new Error(`The starter has problems: ${JSON.stringify(problems)}`)
      const others = catalogue.parameters.filter(
        (one) => !after.parameters.some(({ code }) => code === one.code),
      )
      return { ...catalogue, parameters: [...after.parameters, ...others] }
    }),
    { source: 'import', actor: 'system:test' },
  )
}
