import { readFileSync } from 'node:fs'
import type { Catalogue } from '../catalogue.ts'

/**
 * The catalogue that an installation can begin with: parameters with public intervals and their sources, tests and packages, without
 * prices. A test is offered once it has a price. It contains material from LOINC (see `loincNotice` in the file).
 */
export function readStarter(): Catalogue {
  const { parameters, intervals, items } = JSON.parse(
    readFileSync(new URL('starter.json', import.meta.url), 'utf8'),
  ) as Catalogue
  return { parameters, intervals, items }
}
