/** Parameters for tests, with the values of the catalogue. */
import type { Interval, Parameter } from '../parameters/parameter.ts'

const nothing: Parameter = {
  code: '',
  name: '',
  loinc: null,
  ucum: null,
  unit: null,
  decimals: null,
  male: null,
  female: null,
  criticalLow: null,
  criticalHigh: null,
  criticalAges: [],
  criticalTexts: [],
  options: null,
  normal: null,
}

function between(low: number | null, high: number | null): Interval {
  return { low, high }
}

export const haemoglobin: Parameter = {
  ...nothing,
  code: 'HGB',
  name: 'Haemoglobin',
  loinc: '718-7',
  ucum: 'g/dL',
  unit: 'g/dL',
  decimals: 1,
  male: between(13, 17),
  female: between(12, 15),
  criticalLow: 7,
  criticalHigh: 20,
}
export const leucocytes: Parameter = {
  ...nothing,
  code: 'WBC',
  name: 'Total leucocyte count',
  loinc: '6690-2',
  ucum: '10*3/uL',
  unit: '×10³/µL',
  decimals: 2,
  male: between(4, 10),
  female: between(4, 10),
  criticalLow: 2,
  criticalHigh: 30,
}
export const platelets: Parameter = {
  ...nothing,
  code: 'PLT',
  name: 'Platelet count',
  loinc: '777-3',
  ucum: '10*3/uL',
  unit: '×10³/µL',
  decimals: 0,
  male: between(150, 410),
  female: between(150, 410),
  criticalLow: 20,
  criticalHigh: 1000,
}
export const hdl: Parameter = {
  ...nothing,
  code: 'HDL',
  name: 'HDL cholesterol',
  loinc: '2085-9',
  ucum: 'mg/dL',
  unit: 'mg/dL',
  decimals: 0,
  male: between(40, null),
  female: between(50, null),
}
export const cholesterol: Parameter = {
  ...nothing,
  code: 'CHOL',
  name: 'Total cholesterol',
  loinc: '2093-3',
  ucum: 'mg/dL',
  unit: 'mg/dL',
  decimals: 0,
  male: between(0, 199),
  female: between(0, 199),
}
export const tsh: Parameter = {
  ...nothing,
  code: 'TSH',
  name: 'TSH',
  loinc: '3016-3',
  ucum: 'u[IU]/mL',
  unit: 'µIU/mL',
  decimals: 2,
  male: between(0.27, 4.2),
  female: between(0.27, 4.2),
}
const dDimer: Parameter = {
  ...nothing,
  code: 'DDIM',
  name: 'D-dimer (FEU)',
  loinc: '48065-7',
  ucum: 'ng/mL{FEU}',
  unit: 'ng/mL FEU',
  decimals: 0,
  male: between(0, 500),
  female: between(0, 500),
}
export const pusCells: Parameter = {
  ...nothing,
  code: 'UWBC',
  name: 'Pus cells',
  loinc: '5821-4',
  ucum: '/[HPF]',
  unit: '/HPF',
  decimals: 0,
  male: between(0, 5),
  female: between(0, 5),
}
export const hepatitisB: Parameter = {
  ...nothing,
  code: 'HBSAG',
  name: 'HBsAg',
  loinc: '5196-1',
  options: ['Non-reactive', 'Reactive'],
  normal: 'Non-reactive',
}
export const bloodGroup: Parameter = {
  ...nothing,
  code: 'ABO',
  name: 'Blood group ABO',
  loinc: '883-9',
  options: ['A', 'B', 'AB', 'O'],
}
export const smear: Parameter = {
  ...nothing,
  code: 'PBS',
  name: 'Peripheral smear comment',
  loinc: '5909-7',
  options: ['text'],
}
const typhoid: Parameter = {
  ...nothing,
  code: 'STYM',
  name: 'Typhoid (S. Typhi) IgM',
  options: ['Negative', 'Positive'],
  normal: 'Negative',
}

export const someParameters: ReadonlyMap<string, Parameter> = new Map(
  [
    haemoglobin,
    leucocytes,
    platelets,
    hdl,
    cholesterol,
    tsh,
    dDimer,
    pusCells,
    hepatitisB,
    bloodGroup,
    smear,
    typhoid,
  ].map((parameter) => [parameter.code, parameter]),
)
