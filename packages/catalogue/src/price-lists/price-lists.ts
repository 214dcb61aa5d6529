import { insertAudit } from '@jaanch/account/audit/audit'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { recordChange } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import pg from 'pg'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { istToday, onOffer } from '../packages/package-rows.ts'
import { type PriceListSummary, type PriceListView, priceListCalls, priceListSummary } from './api.ts'
import { stateOf } from './rules.ts'

type NewList = BodyOf<typeof priceListCalls.createPriceList>
type ChangedList = BodyOf<typeof priceListCalls.changePriceList>
type Change = { id: string; what: 'created' | 'changed' | 'ended'; caller: Caller; requestId: string }

const foreignKeyViolation = '23503'

export const listPriceLists = serveCall(priceListCalls.listPriceLists, (_call, { db }) => readLists(db))

export const getPriceList = serveCall(priceListCalls.getPriceList, ({ params }, { db }) =>
  viewList(db, params.id),
)

export const createPriceList = serveCall(
  priceListCalls.createPriceList,
  async ({ body, caller, idempotencyKey, request }, { db, logDb }) => {
    const find = (id: string) => findList(db, id)
    const once = onceOnly({ kind: 'price-list', userId: caller.userId, idempotencyKey, content: body })
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    const change = { id: once.id, what: 'created', caller, requestId: request.id } as const
    await record(logDb, change, (client) => insertList(client, once, body))
    return once.created(find)
  },
)

export const changePriceList = serveCall(
  priceListCalls.changePriceList,
  async ({ params: { id }, body, caller, request }, { db, logDb }) => {
    await record(logDb, { id, what: 'changed', caller, requestId: request.id }, async (client) => {
      await lockVersion(client, id, body.version)
      await client.query(
        'update price_lists set name = $2, begins_on = $3, ends_on = $4, version = version + 1 where id = $1',
        [id, body.name, body.from, body.until],
      )
      await replacePrices(client, id, body.prices)
      return true
    })
    return viewList(db, id)
  },
)

export const endPriceList = serveCall(
  priceListCalls.endPriceList,
  async ({ params: { id }, body, caller, request }, { db, logDb }) => {
    await record(logDb, { id, what: 'ended', caller, requestId: request.id }, async (client) => {
      // a repeated request finds it ended
      if (await hasEnded(client, id)) return false
      await lockVersion(client, id, body.version)
      await client.query(
        `update price_lists set ends_on = greatest(begins_on, ${istToday.sql}), version = version + 1 where id = $1`,
        [id],
      )
      return true
    })
    return viewList(db, id)
  },
)

/** Writes the rows of a change, its event and an entry of the audit trail in one transaction. */
function record(
  logDb: pg.Pool,
  { id, what, caller, requestId }: Change,
  writeRows: (client: pg.ClientBase) => Promise<boolean>,
): Promise<void> {
  const event = { type: 'PriceListChanged', data: { priceListId: id } } as const
  const change = { streamId: streamId('price-list', id), event, caller, requestId }
  return recordChange({ logDb }, change, async (client) => {
    if (!(await writeRows(client))) return false
    const entry = { actor: actorOf(caller), object: `price-list:${id}`, details: { change: what } }
    await insertAudit(client, [{ action: 'price-list-changed', ...entry }])
    return true
  })
}

/** @returns false if an earlier request with the same key created it. @throws AppError invalid for a lab that is not known */
async function insertList(
  client: pg.ClientBase,
  { id, requestHash }: { id: string; requestHash: string },
  { name, kind, subject, from, until }: NewList,
): Promise<boolean> {
  const [labPartnerId, other] = kind === 'lab' ? [subject, null] : [null, subject]
  const inserting = client.query(
    `insert into price_lists (id, name, kind, lab_partner_id, subject, begins_on, ends_on, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, name, kind, labPartnerId, other, from, until, requestHash],
  )
  const { rowCount } = await inserting.catch(refuseUnknown('This lab is not known.'))
  return rowCount === 1
}

async function hasEnded(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from price_lists where id = $1 and ends_on <= greatest(begins_on, ${istToday.sql}) for update`,
    [id],
  )
  return rowCount === 1
}

/** Orders the changes of a list. @throws AppError not-found; conflict if another change was made since the caller read the list */
async function lockVersion(client: pg.ClientBase, id: string, expected: number): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'select version from price_lists where id = $1 for update',
    [id],
  )
  const [row] = rows
  if (!row) throw new AppError('not-found', 'This price list is not known.')
  if (row.version !== expected) {
    throw new AppError('conflict', 'Somebody else has changed this price list. Please open it again.')
  }
}

/** A price that stays keeps the time since which it counts. @throws AppError invalid for a test that is not known */
async function replacePrices(
  client: pg.ClientBase,
  id: string,
  prices: ChangedList['prices'],
): Promise<void> {
  const ids = prices.map(({ packageId }) => packageId)
  await client.query(
    // the editor shows what is on offer: a test that is withdrawn for a week keeps its price
    `delete from price_list_prices x using packages p
      where x.price_list_id = $1 and x.package_id <> all($2::uuid[])
        and p.id = x.package_id and p.is_active and p.deleted_at is null`,
    [id, ids],
  )
  const inserting = client.query(
    `insert into price_list_prices (price_list_id, package_id, price)
     select $1, * from unnest($2::uuid[], $3::bigint[])
     on conflict (package_id, price_list_id) do update set price = excluded.price, since = now()
      where price_list_prices.price <> excluded.price`,
    [id, ids, prices.map(({ price }) => toPaise(price))],
  )
  await inserting.catch(refuseUnknown('One of these tests is not known.'))
}

function refuseUnknown(text: string) {
  return (error: unknown): never => {
    const isUnknown = error instanceof pg.DatabaseError && error.code === foreignKeyViolation
    throw isUnknown ? new AppError('invalid', text) : error
  }
}

// the lists as they are read

async function viewList(db: DatabasePool, id: string): Promise<PriceListView> {
  const found = await findList(db, id)
  if (!found) throw new AppError('not-found', 'This price list is not known.')
  return found.view()
}

const listRow = priceListSummary.omit({ state: true }).extend({
  /** ms */
  createdAt: z.number(),
  requestHash: z.string(),
  today: z.string(),
})
type ListRow = z.output<typeof listRow>

/** More than anybody looks through */
const mostLists = 500

const itemRow = z.object({
  packageId: z.uuid(),
  name: z.string(),
  cataloguePrice: z.number(),
  price: z.number().nullable(),
})

/** @param rest after the WHERE */
function selectLists(rest: FragmentSqlToken) {
  return sql.type(listRow)`
    select l.id, l.name, l.kind, coalesce(l.lab_partner_id::text, l.subject) as subject,
           coalesce(p.lab_name, l.subject) as subject_name, l.begins_on::text as "from", l.ends_on::text as until,
           (select count(*)::int from price_list_prices i join packages on packages.id = i.package_id
             where i.price_list_id = l.id and ${onOffer}) as tests,
           l.version, (extract(epoch from l.created_at) * 1000)::float8 as created_at, l.request_hash,
           ${istToday}::text as today
      from price_lists l left join lab_partners p on p.id = l.lab_partner_id
     where ${rest}`
}

function present({ requestHash: _requestHash, today, createdAt, ...list }: ListRow): PriceListSummary {
  return { ...list, state: stateOf(list, today), createdAt: new Date(createdAt).toISOString() }
}

async function readLists(db: DatabasePool): Promise<PriceListSummary[]> {
  const rows = await db.any(
    selectLists(sql.fragment`true order by l.begins_on desc, l.name, l.id limit ${mostLists}`),
  )
  return rows.map(present)
}

/** @returns undefined if there is no such list */
async function findList(
  db: DatabasePool,
  id: string,
): Promise<{ requestHash: string; view: () => Promise<PriceListView> } | undefined> {
  const row = await db.maybeOne(selectLists(sql.fragment`l.id = ${id}`))
  if (!row) return undefined
  return {
    requestHash: row.requestHash,
    async view() {
      const items = await db.any(sql.type(itemRow)`
        select packages.id as package_id, name, packages.price as catalogue_price, i.price
          from packages left join price_list_prices i on i.package_id = packages.id and i.price_list_id = ${id}
         where ${onOffer} order by name, packages.id`)
      return {
        ...present(row),
        items: items.map((item) => ({
          ...item,
          cataloguePrice: toRupees(item.cataloguePrice),
          price: item.price === null ? null : toRupees(item.price),
        })),
      }
    },
  }
}
