import {
  filterText,
  idParams,
  instant,
  line,
  optional,
  packageIdList,
  page,
  refused,
  text,
  withoutContent,
} from '@jaanch/contracts/http/fields'
import { creation, forAdmins, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { genderRestrictions, sampleTypes } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const testParameter = z.object({ name: z.string(), normalRange: z.string(), unit: z.string() })

export const packageView = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** The amount that a customer pays today */
  price: rupees,
  /** The price without the price list that gives `price` today; null: `price` is the catalogue's */
  cataloguePrice: rupees.nullable(),
  originalPrice: rupees.nullable(),
  testsIncluded: z.int().min(1),
  duration: z.string().nullable(),
  reportDeliveryTime: z.string().nullable(),
  /** Mean of its reviews, with one decimal; null before the fifth */
  rating: z.number().nullable(),
  /** Number of its reviews; missing before the fifth */
  reviewCount: z.int().positive().optional(),
  isPopular: z.boolean(),
  isActive: z.boolean(),
  /** Labs of the city in the query that do it; null without a city, and if no lab is known there */
  nearbyLabs: z.int().nonnegative().nullable(),
  sampleType: z.enum(sampleTypes),
  fastingRequired: z.boolean(),
  fastingHours: z.int().nullable(),
  ageRestrictions: z.object({ min: z.int().nullable(), max: z.int().nullable() }),
  genderSpecific: z.enum(genderRestrictions),
  preparationInstructions: z.string().nullable(),
  /** Empty in lists; filled in the details of one package */
  testParameters: z.array(testParameter),
  /** The codes of what it measures, to see what is part of what. Empty in lists, as above */
  parameterCodes: z.array(z.string()),
})
export type PackageView = z.output<typeof packageView>

const packageList = z.array(packageView)

/** Newest first, at most twelve: the prices that a package had, each from an instant on. Empty if they are not known */
const priceHistory = z.array(z.object({ price: rupees, since: instant }))
export type PriceHistory = z.output<typeof priceHistory>

const namedPrice = z.object({ id: z.uuid(), name: z.string(), price: rupees })

/** Parameters for which a person who takes several tests would pay twice, and cheaper choices. */
const packageOverlaps = z.object({
  /** Pairs that overlap partly, at most five, those with the most in common first */
  overlaps: z.array(
    z.object({
      packageId: z.uuid(),
      otherId: z.uuid(),
      /** How many of the parameters of the package the other one measures too */
      shared: z.int().positive(),
      parameters: z.int().positive(),
      /** The cheapest items of the catalogue that measure these */
      alone: z.object({ price: rupees, names: z.array(z.string()) }),
    }),
  ),
  /** Items that measure everything that was chosen for less; null if there are none */
  cheaper: z.object({ items: z.array(namedPrice), price: rupees, instead: rupees }).nullable(),
})
export type PackageOverlaps = z.output<typeof packageOverlaps>

/** The searches that a page may offer, because they find something. */
const searchSuggestions = z.object({
  /** Number of tests and packages on offer */
  packages: z.int().nonnegative(),
  /** Those of the fixed searches (fixed-searches.ts) that find something */
  found: z.array(z.string()),
  /** The conditions that most packages are for, at most eight, without those of the fixed concerns; each is a search */
  conditions: z.array(z.object({ name: z.string(), packages: z.int().positive() })),
})
export type SearchSuggestions = z.output<typeof searchSuggestions>

/** A number, or its text as a form field sends it. */
const decimal = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() ? Number(value) : value),
  rupees,
)
const whole = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() ? Number(value) : value),
  z.int().min(1).max(1_000),
)

const notStored = refused('This part of the catalogue cannot be stored with this call')

const pricedByList = refused(
  'A price list gives this price. Please send the price of the catalogue as `price`, without this field',
)

/** Fields of the catalogue that the form lacks, under the names that programs use for them. */
const otherCatalogueFields = {
  category: notStored,
  duration: notStored,
  reportDeliveryTime: notStored,
  turnaroundHours: notStored,
  fastingHours: notStored,
  ageRestrictions: notStored,
  genderSpecific: notStored,
  preparationInstructions: notStored,
  testParameters: notStored,
  parameterCodes: notStored,
  specimens: notStored,
}

/** The admin's form (specification, section 3). */
const packageForm = z.object({
  name: line(120),
  description: z.preprocess((value) => value ?? '', z.union([z.literal(''), text(2_000)])),
  price: decimal,
  originalPrice: optional(decimal),
  testsIncluded: whole.default(1),
  sampleType: z.enum(sampleTypes).default('blood'),
  fastingRequired: z.boolean().default(false),
  isPopular: z.boolean().default(false),
})

type Prices = { price: number; originalPrice: number | null }
const isReduced = ({ price, originalPrice }: Prices) => originalPrice === null || originalPrice >= price
const notReduced = { message: 'The original price cannot be below the price', path: ['originalPrice'] }

/** The city that the client chose, for `nearbyLabs` */
const city = z.object({ city: filterText })

const longestSearch = 100

/** Any text that a person may type or paste; only the first 100 characters are used. */
const searchText = z.string().transform((typed) => [...typed.trim()].slice(0, longestSearch).join(''))

export const packageCalls = {
  listPopularPackages: route({
    method: 'GET',
    path: '/api/packages/popular',
    access: 'public',
    summary: 'The popular tests and packages',
    query: city,
    response: packageList,
  }),
  getPackage: route({
    method: 'GET',
    path: '/api/packages/:id',
    access: 'public',
    summary: 'One test or package with its parameters',
    params: idParams,
    query: city,
    response: packageView,
  }),
  listPrices: route({
    method: 'GET',
    path: '/api/packages/:id/prices',
    access: 'public',
    summary: 'The prices that a test or package had, newest first',
    params: idParams,
    response: priceHistory,
  }),
  findOverlaps: route({
    method: 'GET',
    path: '/api/packages/overlaps',
    access: 'public',
    summary: 'What several tests of one person have in common, and the cheaper choice',
    /** In the order in which they were chosen; those that are not on offer do not count */
    query: z.object({ packageIds: packageIdList }),
    response: packageOverlaps,
  }),
  listPackages: route({
    method: 'GET',
    path: '/api/packages',
    access: 'public',
    summary: 'All available tests and packages',
    query: page.extend({ limit: page.shape.limit.default(500), ...city.shape }),
    response: packageList,
  }),
  searchPackages: route({
    method: 'GET',
    path: '/api/search',
    access: 'public',
    summary: 'Tests and packages that match a text, best first',
    query: city.extend({ q: searchText.default('') }),
    response: packageList,
  }),
  suggestSearches: route({
    method: 'GET',
    path: '/api/search/suggestions',
    access: 'public',
    summary: 'The searches that find something in this catalogue, for shortcuts',
    response: searchSuggestions,
  }),
  createPackage: route({
    method: 'POST',
    path: '/api/packages',
    ...forAdmins('manager'),
    summary: 'Create a test or package',
    body: packageForm.extend(otherCatalogueFields).refine(isReduced, notReduced),
    ...creation,
    response: packageView,
  }),
  changePackage: route({
    method: 'PUT',
    path: '/api/packages/:id',
    ...forAdmins('manager'),
    summary: 'Change a test or package; existing bookings keep their price',
    params: idParams,
    /**
     * A program may send back the package that it read: what is not in the form is ignored. But while a price list applies, the price
     * that it read is not the catalogue's, which would become that of the list
     */
    body: packageForm.extend({ cataloguePrice: pricedByList }).refine(isReduced, notReduced),
    response: packageView,
  }),
  removePackage: route({
    method: 'DELETE',
    path: '/api/packages/:id',
    ...forAdmins('manager'),
    summary: 'Delete a test or package',
    params: idParams,
    ...withoutContent,
  }),
}
