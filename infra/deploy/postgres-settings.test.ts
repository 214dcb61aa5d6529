import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { inRepository } from '../local/paths.ts'
import { commonSettings } from '../local/postgres/server.ts'

const read = (...path: string[]) => readFileSync(inRepository(...path), 'utf8')
const ofArguments = (args: string[]) =>
  args.map((argument) => argument.replace(/^-c/, '')).filter((argument) => argument.includes('='))

const setUps: Record<string, () => string[]> = {
  'docker-compose.yml': () =>
    ofArguments(parse(read('docker-compose.yml'), { merge: true }).services.postgres.command),
  'infra/deploy/systemd/postgresql.conf': () =>
    read('infra', 'deploy', 'systemd', 'postgresql.conf')
      .split('\n')
      .map((line) => line.replace(' = ', '=')),
  'infra/deploy/k8s/postgres/postgres.yaml': () => {
    const [statefulSet] = parseAllDocuments(read('infra', 'deploy', 'k8s', 'postgres', 'postgres.yaml'))
    return ofArguments(statefulSet?.toJS().spec.template.spec.containers[0].args)
  },
  'infra/deploy/k8s/cloudnative-pg/cluster.yaml': () => {
    const cluster = parse(read('infra', 'deploy', 'k8s', 'cloudnative-pg', 'cluster.yaml'))
    return Object.entries(cluster.spec.postgresql.parameters).map(([name, value]) => `${name}=${value}`)
  },
}

it.each(Object.keys(setUps))('Postgres of %s has the settings of every Postgres of Jaanch', (file) => {
  const required = Object.entries(commonSettings).map(([name, value]) => `${name}=${value}`)
  expect(setUps[file]?.()).toEqual(expect.arrayContaining(required))
})
