import { readFileSync } from 'node:fs'
import { type LockFile, productionPackages, withoutDevelopment } from '@jaanch/infra/image/lock-file'
import { inRepository } from '@jaanch/infra/local/paths'
import { describe, expect, it } from 'vitest'
import { findUnlisted, findUnlistedScripts, findVulnerabilities } from './findings.ts'

const lock: LockFile = {
  packages: {
    '': { name: 'jaanch', devDependencies: { vitest: '5.1.1' } },
    'services/api': { name: '@jaanch/api', version: '0.1.0', dependencies: { fastify: '5.12.8' } },
    'node_modules/@jaanch/api': { link: true },
    'node_modules/fastify': { version: '5.12.8' },
    'node_modules/vitest': { version: '5.1.1', dev: true, hasInstallScript: true },
    'node_modules/fastify/node_modules/@scope/pino': { version: '10.4.0', hasInstallScript: true },
  },
}

describe('the packages of a production installation', () => {
  it('are those of the lock file that are not for development only', () => {
    expect(productionPackages(lock)).toEqual(['@scope/pino@10.4.0', 'fastify@5.12.8'])
    expect(withoutDevelopment(lock).packages).not.toHaveProperty('node_modules/vitest')
    expect(withoutDevelopment(lock).packages['']).toEqual({ name: 'jaanch' })
  })

  it('must all be in the bill of materials', () => {
    const components = [{ name: 'fastify', version: '5.12.8' }]
    expect(findUnlisted(lock, { components })).toEqual(['The bill of materials lacks @scope/pino@10.4.0.'])
    components.push({ name: '@scope/pino', version: '10.4.0' })
    expect(findUnlisted(lock, { components })).toEqual([])
  })
})

it('every package with an install script must be in the list, and no other', () => {
  expect(findUnlistedScripts(lock, { vitest: false, '@scope/pino': true })).toEqual([])
  expect(findUnlistedScripts(lock, { vitest: true, fastify: false })).toEqual([
    expect.stringMatching(/^@scope\/pino runs a script/),
    expect.stringMatching(/names fastify, which has no script/),
  ])
})

it('the install script of every package of this project is allowed or forbidden', () => {
  const read = (name: string) => JSON.parse(readFileSync(inRepository(name), 'utf8'))
  const { allowScripts } = read('package.json')
  expect(findUnlistedScripts(read('package-lock.json'), allowScripts)).toEqual([])
})

describe('known vulnerabilities', () => {
  it('fail the check if they are high or critical', () => {
    const of = (severity: string) => ({ name: severity, severity, range: '<2.0.0' })
    const vulnerabilities = Object.fromEntries(
      ['low', 'moderate', 'high', 'critical'].map((severity) => [severity, of(severity)]),
    )
    expect(findVulnerabilities({ vulnerabilities })).toEqual([
      'high <2.0.0 has a known high vulnerability.',
      'critical <2.0.0 has a known critical vulnerability.',
    ])
    expect(findVulnerabilities({ vulnerabilities: {} })).toEqual([])
  })

  it('are unknown if the registry gives no answer', () => {
    expect(findVulnerabilities({})).toBeUndefined()
  })
})
