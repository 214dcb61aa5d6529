/**
 * How long and how warm a specimen may be on its way from the draw to the laboratory, unseparated: until serum or plasma is taken off
 * the cells, or until the laboratory has the specimen where nothing is to be separated. docs/stability.md is made from it.
 *
 * - Each number is in a source that is named with it. Where sources differ, the shorter time counts, but a guideline or a review of
 *   many studies more than a single study.
 * - Room temperature without numbers, also a study at 21 °C, is 15 to 25 °C (`room`). From 2 °C where a source allows refrigeration.
 * - A parameter for which no source was found has the default of its container.
 *
 * Bookings keep the window that they were planned with: a change here changes none of theirs.
 */

import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import type { Parameter, StabilityKind } from '@jaanch/catalogue/parameters/parameter'

export const stabilitySources = {
  alfred: ['Alfred Pathology, ESR', 'https://pathology.alfred.org.au/handbook/index?testid=559'],
  allina: [
    'Allina Health Laboratory, glucose',
    'https://labs.allinahealth.org/Lab/View?customObjectUID=5538c3db-4d57-4a79-a3f0-88e33ad13874&templateUID=ff24f908-cdc8-4068-84eb-6ce60783f288',
  ],
  arnot: ['Arnot Ogden Medical Center, urine hCG', 'https://arnothealth.testcatalog.org/show/LAB9999'],
  arup: ['ARUP Laboratories, reticulocytes', 'http://www.aruplab.com/guides/ug/tests/0040022.jsp'],
  barnsley: [
    'Barnsley Hospital, sample viability',
    'https://www.barnsleyhospital.nhs.uk/pathology/blood-sciences/blood-sciences-test-repertoire/adding-requests/',
  ],
  barnsleyCulture: [
    'Barnsley Hospital, blood cultures',
    'https://www.barnsleyhospital.nhs.uk/pathology/microbiology/specimen-collection/blood-cultures/',
  ],
  bayArea: ['Bay Area Hospital, occult blood', 'https://bayareahospital.testcatalog.org/show/LAB2440'],
  bnssg: [
    'NHS Bristol, North Somerset and South Gloucestershire, transport and storage of samples',
    'https://remedy.bnssg.icb.nhs.uk/adults/investigations/transport-and-storage-of-samples',
  ],
  bozeman: ['Bozeman Health, ova and parasites', 'https://bozeman.testcatalog.org/show/MICR0011'],
  coagulation: [
    'Influence of temperature and time before centrifugation on routine coagulation testing, Int J Lab Hematol 2009;31:462',
    'https://pubmed.ncbi.nlm.nih.gov/18371059/',
  ],
  culture: [
    'Impact of delays to incubation and storage temperature on blood culture results, BMC Infect Dis 2021',
    'https://doi.org/10.1186/s12879-021-05872-8',
  ],
  danish: [
    'Preanalytical stability of 17 analytes in whole blood during transportation, Aalborg',
    'https://arxivlens.com/PaperView/Details/preanalytical-stability-of-17-analytes-in-whole-blood-during-transportation.-4119-23766013',
  ],
  delayed: [
    'Effect of delayed centrifugation of whole blood on serum samples stability, Riv Ital Med Lab 2017',
    'https://doi.org/10.1007/s13631-017-0146-x',
  ],
  dupuy: [
    'Dupuy et al., Stability of routine biochemical analytes in whole blood and plasma/serum, Clin Chem Lab Med 2018;56:413',
    'https://brd.nci.nih.gov/brd/paper/clin-chem-lab-med/2018/stability-of-routine-biochemical-analytes-in-whole-blood-and/128070',
  ],
  esr: [
    'Hu et al., Effect of storage temperature and time on ESR, Eur J Med Res 2022;27:76',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC9148503',
  ],
  exeter: ['Exeter Clinical Laboratory, insulin', 'http://exeterlaboratory.com/test/insulin'],
  fritsmaPt: [
    'CLSI H21-A5, quoted by Fritsma Factor',
    'https://fritsmafactor.com/hold-pt-specimens-24-hours/',
  ],
  fritsmaPtt: [
    'CLSI H21, 6th edition (2024), quoted by Fritsma Factor',
    'https://fritsmafactor.com/july-2024-quick-question-specimen-storage/',
  ],
  glasgow: [
    'NHS Greater Glasgow and Clyde, transfusion samples (BSH guideline)',
    'https://rightdecisions.scot.nhs.uk/ggc-blood-transfusion/guidelines-policies/storage-and-labelling-of-blood-transfusion-samples',
  ],
  hba1c: [
    'Stability of glycohemoglobin in stored blood (abstract)',
    'https://scilit.com/publications/eb36c76987fffd2a5e084bad58def844',
  ],
  healthLab: [
    'HealthLab, separation within two hours',
    'https://healthlabtesting.com/Test%20Directory/Test%20Directory%20Item.aspx?itemGuid=0d2ff367-20f5-4002-a0f4-e02ad9c25243',
  ],
  heft: [
    'Heart of England NHS, limits for added tests',
    'http://www.heftpathology.com/services-from-biochemistry-and-immunology/add-on-tests',
  ],
  henriksen: [
    'Henriksen et al., Stability of 35 routine tests after 10 hours at 21 °C, Scand J Clin Lab Invest 2014;74:603',
    'https://doi.org/10.3109/00365513.2014.928940',
  ],
  hunterdon: ['Hunterdon Medical Center, potassium', 'https://hmc.testcatalog.org/show/K'],
  imperial: [
    'Imperial College Healthcare, blood cultures',
    'https://pathology.imperial.nhs.uk/index.php?mact=Products,cntnt01,details,0&cntnt01productid=4750&cntnt01detailpage=82&cntnt01returnid=82',
  ],
  mayo: [
    'Mayo Clinic Laboratories, homocysteine',
    'https://www.mayocliniclabs.com/test-catalog/Specimen/80379',
  ],
  newcastleGlucose: [
    'Newcastle Hospitals, glucose',
    'https://laboratories.newcastle-hospitals.nhs.uk/test-directory/glucose-plasma/',
  ],
  newcastleMagnesium: [
    'Newcastle Hospitals, magnesium',
    'https://laboratories.newcastle-hospitals.nhs.uk/test-directory/magnesium-serum/',
  ],
  nuh: [
    'National University Hospital, Singapore, blood film',
    'https://nuhsingapore.testcatalog.org/show/PBF',
  ],
  pth: [
    'Hanon et al., Conditions influencing the measurement of PTH: systematic review, Clin Chem Lab Med 2013',
    'https://doi.org/10.1515/cclm-2013-0315',
  ],
  rcpa: [
    'RCPA Manual, H. pylori faecal antigen',
    'https://www.rcpa.edu.au/Library/Practising-Pathology/RCPA-Manual/Items/Pathology-Tests/H/Helicobacter-pylori-faecal-antigen',
  ],
  severn: [
    'Severn Pathology, malaria parasites',
    'https://www.nbt.nhs.uk/severn-pathology/requesting/test-information/malaria-parasites',
  ],
  room: [
    'HL7 Poland, SpecimenDefinition of creatinine: transport at room temperature, 15 to 25 °C, two hours',
    'https://github.com/HL7-Poland/pl-fhir-lab/blob/6c2d46a910916d5c38f602c35846b8ebaeaecbc1/input/fsh/instances/ssidl-specimenDefinition-14682-9.fsh',
  ],
  stMichaelsAcr: [
    "St. Michael's Hospital, Toronto, albumin/creatinine ratio",
    'https://www.stmichaelshospital.com/programs/labs/tests/A/AlbuminCreatRatio.php',
  ],
  stMichaelsHcy: [
    "St. Michael's Hospital, Toronto, homocysteine",
    'https://stmichaelshospital.com/mirror-hosts/stmichaelshospital.com/programs/labs/tests/H/Homocysteine.php',
  ],
  tanner: [
    'Tanner et al., Stability in serum gel tubes at 15, 25 and 35 °C before centrifugation, Ann Clin Biochem 2008;45:375',
    'https://acb.rsmjournals.com/cgi/content/abstract/45/4/375/',
  ],
  tumour: [
    'Pre-analytical stability of the CEA, CYFRA 21.1, NSE, CA125 and HE4 tumor markers, Tumour Biol 2024;46:S15',
    'https://pesquisa.bvsalud.org/nicaragua/resource/es/mdl-37302060',
  ],
  ucHealth: [
    'UCHealth Clinical Laboratory, urine',
    'https://www.uchealth.org/professionals/uch-clinical-laboratory/specimen-collecting-handling-guide/urine-collection/',
  ],
  williams: [
    'Williams et al., Pre-analytical stability of haematinics, LDH and phosphate, Clin Chem Lab Med 2024',
    'https://brd.nci.nih.gov/brd/paper/clin-chem-lab-med/2024/pre-analytical-stability-of-haematinics-lactate-dehydrogenase/140176',
  ],
  willisKnighton: [
    'Willis-Knighton, SARS-CoV-2 PCR',
    'https://willisknighton.testcatalog.org/show/SARS-CoV-2-PCR',
  ],
  wu: [
    'Wu et al., How long can we store blood samples: meta-analysis, EBioMedicine 2017;24:277',
    'https://doi.org/10.1016/j.ebiom.2017.09.024',
  ],
  zhang: [
    'Effect of serum-clot contact time on clinical chemistry results (at 32 °C), Clin Chem 1998;44:1325',
    'https://pubmed.ncbi.nlm.nih.gov/9625060',
  ],
} as const satisfies Record<string, readonly [title: string, url: string]>
type StabilitySource = keyof typeof stabilitySources

export type Limits = {
  /** From the draw */
  hours: number
  /** °C; null if nothing is known */
  minC: number | null
  maxC: number | null
  sources: readonly StabilitySource[]
}

/** How long and how warm the specimen of a parameter may be, as the catalogue says. */
export type CatalogueStability = Omit<Limits, 'sources'> & { container: string }

/** A parameter as far as it decides how long a tube lasts. @property stability what the catalogue says, before the table */
export type SampledParameter = Pick<Parameter, 'loinc' | 'name'> & { stability: CatalogueStability | null }

const limits = (
  hours: number,
  [minC, maxC]: readonly [number, number],
  ...sources: StabilitySource[]
): Limits => ({ hours, minC, maxC, sources })

const room = [15, 25] as const
const roomOrCold = [2, 25] as const

/** Serum and plasma are separated within two hours, unless there is proof that a test bears more. */
const unseparated = limits(2, room, 'healthLab', 'room')

/** For a parameter or test of which nothing is known but its container. */
export const containerDefaults: Record<StabilityKind, Limits> = {
  // 8 °C is the warm end of refrigeration
  'on ice': limits(2, [0, 8], 'healthLab', 'stMichaelsHcy'),
  culture: limits(4, room, 'barnsleyCulture', 'imperial', 'culture', 'room'),
  citrate: unseparated,
  serum: unseparated,
  heparin: unseparated,
  edta: unseparated,
  fluoride: unseparated,
  urine: limits(2, roomOrCold, 'ucHealth', 'bnssg', 'room'),
  stool: limits(2, [2, 28], 'bayArea'),
  swab: limits(8, [2, 30], 'willisKnighton'),
}

/** For a tube whose container is not known: the shortest time of all. */
export const unknownContainer: Limits = { ...unseparated, minC: null, maxC: null }

/** Analytes that are calculated from others: they need no specimen of their own. */
export const calculated: ReadonlySet<Analyte> = new Set([
  ...(['EAG', 'HOMA', 'CHR', 'VLDL', 'NHDL', 'IBIL'] as const),
  ...(['GLOB', 'AGR', 'EGFR', 'BUN', 'TSAT', 'UACR'] as const),
])

/** @param itsLimits omitted: no source was found for these analytes */
const row = (container: StabilityKind, analytes: string, itsLimits?: Limits) => ({
  container,
  analytes: analytes.split(' ') as Analyte[],
  isDefault: itsLimits === undefined,
  ...(itsLimits ?? containerDefaults[container]),
})

/** Each analyte stands in one row. */
export const stabilityRows: readonly (Limits & {
  container: StabilityKind
  analytes: readonly Analyte[]
  isDefault: boolean
})[] = [
  row(
    'edta',
    'HGB RBC HCT MCV MCH MCHC RDW WBC NEUT LYMP MONO EOS BASO ANC AEC PLT MPV',
    limits(24, roomOrCold, 'barnsley', 'wu', 'bnssg', 'room'),
  ),
  row('edta', 'RETIC', limits(24, roomOrCold, 'arup', 'room')),
  row('edta', 'PBS', limits(4, roomOrCold, 'nuh', 'room')),
  row('edta', 'ESR', limits(4, roomOrCold, 'alfred', 'esr', 'room')),
  row('edta', 'ABO RH', limits(48, roomOrCold, 'glasgow', 'room')),
  row('edta', 'A1C', limits(24, [2, 30], 'hba1c', 'bnssg')),
  row('edta', 'MPAG', limits(4, roomOrCold, 'severn', 'bnssg', 'room')),
  row('on ice', 'HCY', limits(4, [0, 8], 'mayo', 'stMichaelsHcy')),
  row('edta', 'PTH', limits(24, roomOrCold, 'pth', 'bnssg', 'room')),
  row('fluoride', 'FBS PPBS RBS', limits(24, roomOrCold, 'allina', 'newcastleGlucose', 'bnssg', 'room')),
  row('citrate', 'PT INR', limits(24, [18, 24], 'fritsmaPt', 'fritsmaPtt')),
  row('citrate', 'APTT', limits(6, roomOrCold, 'fritsmaPtt', 'coagulation', 'room')),
  row('citrate', 'FIB DDIM', limits(6, roomOrCold, 'coagulation', 'room')),
  row('serum', 'K', limits(2, room, 'hunterdon', 'heft', 'room')),
  row('serum', 'INSF', limits(2, roomOrCold, 'exeter', 'room')),
  row('serum', 'TP ALB CL HDL LDL CPEP IRON', limits(6, [15, 32], 'zhang', 'bnssg', 'room')),
  row('serum', 'CEA CA125', limits(6, room, 'tumour', 'room')),
  row('serum', 'FOL', limits(7, room, 'williams', 'room')),
  row('serum', 'CREA UREA', limits(10, room, 'henriksen', 'room')),
  row('serum', 'LPA APOB PRL ATPO ATG', limits(10, room, 'danish', 'room')),
  row('serum', 'AST', limits(12, room, 'delayed', 'room')),
  row('serum', 'CA', limits(24, room, 'delayed', 'room')),
  row('serum', 'MG', limits(12, room, 'dupuy', 'newcastleMagnesium', 'room')),
  row('serum', 'FERR', limits(24, room, 'williams', 'room')),
  row(
    'serum',
    'NA TBIL DBIL ALT ALP GGT CPK LIP CHOL TRIG URIC CRP HSCRP B12 TSH FT3 FT4 FSH E2 PSA CORT VITD',
    limits(24, [15, 35], 'tanner'),
  ),
  // no source, or sources that contradict each other, for more than the two hours
  row('serum', 'PHOS LDH TIBC AMY APOA CKMB TROPI NTBNP T3 T4 LH PROG TESTO AMH BHCG DHEAS AFP CA199'),
  row('serum', 'RF ACCP ANA ASO IGE HBSAG AHCV HIV VDRL NS1 DENM DENG CHIKM STYM'),
  row(
    'urine',
    'UCOL UAPP USG UPH UPRO UGLU UKET UBIL UBLD UNIT ULEU UWBC URBC UEPI UCUL',
    containerDefaults.urine,
  ),
  row('urine', 'UMALB UCREA', limits(4, roomOrCold, 'stMichaelsAcr', 'room')),
  row('urine', 'UPREG', limits(8, roomOrCold, 'arnot', 'room')),
  row('stool', 'SOVA', limits(2, [2, 28], 'bozeman', 'bayArea')),
  row('stool', 'FOBT', containerDefaults.stool),
  row('stool', 'HPYL', limits(6, roomOrCold, 'rcpa', 'room')),
  row('culture', 'BCUL', containerDefaults.culture),
  row('swab', 'SARS', containerDefaults.swab),
]
