import { type Access, createPriceList, insert } from '@jaanch/tests/contract/matrix/create-resources'
import { about, asks, type Create, type Samples, sends, version } from '@jaanch/tests/contract/matrix/sample'
import { createPackage } from '@jaanch/tests/support/people'
import { readStarter } from '../starter/starter.ts'

const { parameters, items } = readStarter()
const haemoglobin = parameters.find(({ code }) => code === 'HGB')
const bloodCount = items.find(({ code }) => code === 'CBC')

const packageInput = { name: 'Lipid Profile', price: 350, originalPrice: 500, testsIncluded: 8 }

/** A parameter that no test measures. */
const createParameter = (access: Access) =>
  insert(
    access,
    `insert into parameters (code, name, options)
     values ('P-' || upper(left(gen_random_uuid()::text, 8)), 'A test', '["text"]') returning code as id`,
  )

const priceFile = {
  fileName: 'prices.csv',
  content: Buffer.from('Name,Price\nSugar,99').toString('base64'),
}

const ofPackage: Create = ({ packageId }) => ({ id: packageId })

const newPackage: Create = async ({ database }) => ({ id: await createPackage(database) })

export const catalogueSamples: Samples = {
  getPackage: about(ofPackage),
  listPrices: about(ofPackage),
  findOverlaps: { build: ({ packageId }) => ({ query: { packageIds: packageId } }) },
  searchPackages: asks({ q: 'thyroid' }),
  createPackage: sends(packageInput),
  changePackage: about(newPackage, packageInput),
  removePackage: about(newPackage),
  // an import must not change the catalogue while other calls read it
  loadStarterCatalogue: { build: () => ({}), status: 409 },
  previewCatalogue: sends(priceFile),
  importCatalogue: { ...sends({ ...priceFile, version }), status: 409 },
  getCatalogueTemplate: asks({ format: 'csv' }),
  saveParameter: {
    ...about(() => ({ id: 'HGB' }), { version, parameter: haemoglobin, intervals: [] }),
    status: 409,
  },
  endParameter: about(createParameter),
  saveItem: { ...about(() => ({ id: 'CBC' }), { version, item: bloodCount }), status: 409 },
  getAffected: about(createParameter),
  matchPriceList: sends(priceFile),
  savePrices: { ...sends({ version, prices: [] }), status: 409 },
  getPriceList: about(createPriceList),
  createPriceList: sends({ name: 'Festival', kind: 'installation', from: '2100-01-01' }),
  changePriceList: {
    build: async (fixture) => ({
      params: await createPriceList(fixture),
      body: {
        version: 1,
        name: 'Festival',
        from: '2100-01-01',
        prices: [{ packageId: fixture.packageId, price: 399 }],
      },
    }),
  },
  endPriceList: about(createPriceList, { version: 1 }),
}
