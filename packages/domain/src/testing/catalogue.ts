/** All parameters of the demo's catalogue, for tests that must hold for each of them. */
import { readFileSync } from 'node:fs'
import type { Parameter } from '../report/parameter.ts'

type Bounds = [low: number | null, high: number | null] | null
type Listed = Omit<Parameter, 'male' | 'female'> & { male: Bounds; female: Bounds }

const catalogue = JSON.parse(
  readFileSync(new URL('../../../../infra/local/demo/catalogue.json', import.meta.url), 'utf8'),
) as { loincNotice: string; parameters: Listed[] }

const interval = (bounds: Bounds) => bounds && { low: bounds[0], high: bounds[1] }

export const { loincNotice } = catalogue

export const allParameters: ReadonlyMap<string, Parameter> = new Map(
  catalogue.parameters.map((listed) => [
    listed.code,
    { ...listed, male: interval(listed.male), female: interval(listed.female) },
  ]),
)
