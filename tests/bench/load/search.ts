/** How long a search among many packages takes, from the text to the rows, without HTTP. */
import { performance } from 'node:perf_hooks'
import { searchPackages } from '@jaanch/api/routes/packages/search/search-packages'
import { catalogueTimeline, readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { writeTimeline } from '@jaanch/infra/local/demo/timeline'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createSlonikPool } from '@jaanch/platform/slonik'
import pg from 'pg'

/** Milliseconds. */
export type Times = { p50: number; p99: number }

/**
 * Every entry of the catalogue in about 960 variations, as different laboratories would offer it: with brand, kind and city
 * in the name, without some of the aliases, one of thirty popular. Brands are made of syllables, so that the vocabulary has
 * about 5,000 words.
 */
const variations = `
  insert into packages (id, kind, name, description, category, price, original_price, tests_included,
                        report_delivery_time, sample_type, aliases, conditions, parameter_codes, is_popular)
  select gen_random_uuid(), p.kind,
         concat_ws(' ', p.name, kinds.word, (array['by','from','at'])[1 + n % 3],
           (array['Ni','Sa','Vi','Ma','Lo','Ka','Re','Du','Pra','Shu','Ti','Ga','Be','Jo','Hi'])[1 + n % 15] ||
           (array['dan','ra','jay','hima','tus','veda','nal','gati','kash','mi','san','rog','lab','cura','meda'])[1 + n / 15 % 15] ||
           (array['','x','care','path','med'])[1 + n / 225 % 5], cities.word),
         p.description, p.category, p.price + n, p.original_price + n, p.tests_included, p.report_delivery_time,
         p.sample_type, p.aliases[1 + n % 3:], p.conditions, p.parameter_codes, p.is_popular and n % 4 = 0
    from packages p, generate_series(1, $1::integer) n,
         lateral (select (array['Basic','Plus','Advanced','Gold','Silver','Care','Mini','Home','Express'])[1 + n % 9]) kinds (word),
         lateral (select (array['Ahmedabad','Bangalore','Chennai','Delhi','Hyderabad','Pune','Surat','Jaipur'])[1 + n / 9 % 8]) cities (word)
   where p.code is not null`

const indexes = ['package_search_popular', 'package_search_others']

/** Fills the catalogue of a migrated database, about 30 s for 100,000 packages. @param databaseUrl with its owner */
export async function fillCatalogue(databaseUrl: string, packages: number): Promise<void> {
  const pool = createPostgresPool({ url: databaseUrl, name: 'bench' })
  const catalogue = readCatalogue()
  await writeTimeline(pool, catalogueTimeline(catalogue, new Date(), 'system:bench'))
  await pool.end()
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const { rows } = await owner.query('select indexdef from pg_indexes where indexname = any ($1)', [indexes])
  await owner.query(`drop index ${indexes}`)
  await owner.query(variations, [Math.ceil(packages / catalogue.entries.length) - 1])
  for (const { indexdef } of rows) await owner.query(indexdef)
  for (const table of ['packages', 'package_search', 'search_vocabulary']) {
    await owner.query(`vacuum analyze ${table}`)
  }
  await owner.query('checkpoint')
  await owner.end()
}

/** What people type: names, aliases and conditions; whole, their first letters, with a typing error, two at once. */
function createSearchTexts(): string[] {
  const { entries } = readCatalogue()
  const phrases = entries.flatMap(({ name, aliases, conditions }) => [name, ...aliases, ...conditions])
  return [...new Set(phrases)].flatMap((phrase, n) => {
    const middle = phrase.length >> 1
    const mistyped = phrase.slice(0, middle) + phrase.slice(middle + 1)
    const other = phrases[(n * 7) % phrases.length]
    return [phrase, phrase.slice(0, 1 + (n % 5)), mistyped, `${phrase} ${other}`]
  })
}

function percentiles(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

type Load = { clients: number; searches: number }

async function measure(
  search: (text: string) => Promise<unknown>,
  { clients, searches }: Load,
): Promise<Times> {
  const texts = createSearchTexts()
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < searches) {
        const text = texts[(next * 17) % texts.length] ?? ''
        next += 1
        const startedAt = performance.now()
        await search(text)
        times.push(performance.now() - startedAt)
      }
    }),
  )
  return percentiles(times)
}

/** The search of the API. */
export async function benchSearch(url: string, load: Load): Promise<Times> {
  const db = await createSlonikPool({ url, name: 'bench', max: load.clients })
  await measure((text) => searchPackages(db, text), { ...load, searches: 100 })
  const times = await measure((text) => searchPackages(db, text), load)
  await db.end()
  return times
}

/** The simplest search: the text anywhere in a name, an alias or a condition. */
export async function benchPlainSearch(url: string, load: Load): Promise<Times> {
  const pool = createPostgresPool({ url, name: 'bench', max: load.clients })
  const times = await measure(
    (text) =>
      pool.query(
        `select * from packages where is_active and deleted_at is null
            and (name ilike $1 or aliases::text ilike $1 or conditions::text ilike $1)
          order by is_popular desc, name limit 60`,
        [`%${text}%`],
      ),
    load,
  )
  await pool.end()
  return times
}
