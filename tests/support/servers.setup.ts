/**
 * Starts the servers of the integration tests once per run: postgres:18 and redis:8 through Testcontainers if a container engine
 * answers, the embedded servers otherwise.
 *
 * TEST_SERVERS=containers requires containers, TEST_SERVERS=embedded the embedded servers;
 * TEST_DATABASE_URL and TEST_REDIS_URL name servers that are running already.
 */
import { migrate, ownLocale } from '@jaanch/infra/local/migrations/migrate'
import { ensureServiceLogin, serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Servers, servicePassword, templateDatabase } from './names.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
  }
}

// loaded on demand, because both modules are large
const startContainers = async () => (await import('./containers.ts')).startContainers()
const startEmbedded = async () => (await import('./embedded.ts')).startEmbedded()

async function startServers(): Promise<Servers> {
  const { TEST_SERVERS, TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
  if (TEST_DATABASE_URL && TEST_REDIS_URL) {
    return { kind: 'given', databaseUrl: TEST_DATABASE_URL, redisUrl: TEST_REDIS_URL, stop: async () => {} }
  }
  if (TEST_SERVERS === 'embedded') return startEmbedded()
  if (TEST_SERVERS === 'containers') return startContainers()
  try {
    return await startContainers()
  } catch (error) {
    console.log(`No containers (${(error as Error).message.split('\n')[0]}): using the embedded servers.`)
    return startEmbedded()
  }
}

async function makeTemplate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`drop database if exists ${templateDatabase}`)
  await client.query(`create database ${templateDatabase} ${ownLocale}`)
  await client.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${templateDatabase}`
  await migrate(url.href)
  await ensureServiceLogin(url.href, serviceUrl(url.href, servicePassword))
}

/** Both integration projects call `setup` in one process, one after the other; they use the same servers. */
const running = globalThis as { testServers?: { servers: Servers; projects: number } | undefined }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!running.testServers) {
    const servers = await startServers()
    await makeTemplate(servers.databaseUrl)
    console.log(`Integration tests run against ${servers.kind} servers.`)
    running.testServers = { servers, projects: 0 }
  }
  const shared = running.testServers
  shared.projects += 1
  project.provide('databaseUrl', shared.servers.databaseUrl)
  project.provide('redisUrl', shared.servers.redisUrl)
  return async () => {
    shared.projects -= 1
    if (shared.projects > 0) return
    running.testServers = undefined
    await shared.servers.stop()
  }
}
