import { withClient } from '../stack/database.ts'
import { foldBookings } from './fold.ts'
import { type PeerProcess, startPeer } from './start-peer.ts'

export type PlainService = PeerProcess

/** Makes the tables of the plain service from the log of a database, and starts it there. */
export async function startPlainService(databaseUrl: string): Promise<PlainService> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create schema if not exists plain')
    await client.query(`create table plain.bookings as ${foldBookings}`)
    await client.query(`
      alter table plain.bookings add primary key (id);
      create index on plain.bookings (lab_partner_id, created_at desc, id desc);
      create index on plain.bookings (lab_partner_id, status, created_at desc, id desc);
      create index on plain.bookings (created_at desc, id desc);
      create table plain.placed (
        id uuid primary key default gen_random_uuid(), customer_id uuid not null, package_id uuid not null, address jsonb not null,
        scheduled_date date not null, scheduled_time text not null, price integer not null, status text not null default 'pending',
        created_at timestamptz not null default now());
      create index on plain.placed (customer_id, created_at desc);
      grant usage on schema plain to jaanch_app`)
    await client.query('vacuum analyze plain.bookings')
  })
  return startPeer('plain-service.ts', { DATABASE_URL: databaseUrl })
}
