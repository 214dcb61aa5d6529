/** Parameters of the starter catalogue for tests, with the limits of adults alone. */
import { readFileSync } from 'node:fs'
import type { Parameter } from '../parameters/parameter.ts'
import { catalogueFile, parameterFinder } from './starter.ts'

const find = parameterFinder(readFileSync(catalogueFile, 'utf8'))
const ofAdults = (code: string): Parameter => ({ ...find(code), criticalAges: [] })

export const haemoglobin = ofAdults('HGB')
export const leucocytes = ofAdults('WBC')
export const platelets = ofAdults('PLT')
export const hdl = ofAdults('HDL')
export const cholesterol = ofAdults('CHOL')
export const tsh = ofAdults('TSH')
export const pusCells = ofAdults('UWBC')
export const hepatitisB = ofAdults('HBSAG')
export const bloodGroup = ofAdults('ABO')
export const smear = ofAdults('PBS')

export const someParameters: ReadonlyMap<string, Parameter> = new Map(
  [
    ...[haemoglobin, leucocytes, platelets, hdl, cholesterol, tsh, ofAdults('DDIM')],
    ...[pusCells, hepatitisB, bloodGroup, smear, ofAdults('STYM')],
  ].map((parameter) => [parameter.code, parameter]),
)
