import { describe, expect, it } from 'vitest'
import { readBasePackages } from './base-packages.ts'
import type { Bom, Component } from './bill-of-materials.ts'
import { bomOfImage } from './image-bom.ts'
import { isForPlatform, type LockFile } from './lock-file.ts'

const of = (ref: string): Component => {
  const at = ref.lastIndexOf('@')
  return { 'bom-ref': ref, type: 'library', name: ref.slice(0, at), version: ref.slice(at + 1) }
}

const needs: Record<string, string[]> = {
  'jaanch@1.2.3': ['@jaanch/api@0.1.0', '@jaanch/web@0.1.0', '@jaanch/tests@0.1.0'],
  '@jaanch/api@0.1.0': ['fastify@5.0.0', '@node-rs/argon2@2.0.0', 'valibot@1.0.0'],
  '@jaanch/web@0.1.0': ['react@19.0.0'],
  '@jaanch/tests@0.1.0': ['undici@8.0.0', 'fastify@5.0.0'],
  'fastify@5.0.0': ['pino@10.0.0', '@types/node@24.0.0'],
  'pino@10.0.0': [],
  'react@19.0.0': [],
  'undici@8.0.0': [],
  '@types/node@24.0.0': [],
  'valibot@1.0.0': ['typescript@7.0.0'],
  'typescript@7.0.0': ['@typescript/typescript-linux-x64@7.0.0'],
  '@typescript/typescript-linux-x64@7.0.0': [],
  '@node-rs/argon2@2.0.0': ['@node-rs/argon2-linux-x64@2.0.0', '@node-rs/argon2-linux-arm64@2.0.0'],
  '@node-rs/argon2-linux-x64@2.0.0': [],
  '@node-rs/argon2-linux-arm64@2.0.0': [],
}
const production: Bom = {
  metadata: { component: of('jaanch@1.2.3') },
  components: Object.keys(needs).slice(1).map(of),
  dependencies: Object.entries(needs).map(([ref, dependsOn]) => ({ ref, dependsOn })),
}
const lock: LockFile = {
  packages: {
    'node_modules/@node-rs/argon2-linux-x64': { version: '2.0.0', os: ['linux'], cpu: ['x64'] },
    'node_modules/@node-rs/argon2-linux-arm64': { version: '2.0.0', os: ['linux'], cpu: ['arm64'] },
  },
}

describe('the bill of materials of the image', () => {
  const base = [of('libc6@2.36')]
  const platform = { os: 'linux', cpu: 'arm64', libc: 'glibc' }
  const bom = bomOfImage(production, lock, { version: '1.2.3', commit: '4e99e12e4098', platform, base })

  it('lists what runs and what the client was built of, for the platform of the image, and the base', () => {
    expect(bom.components.map((each) => each['bom-ref']).sort()).toEqual([
      '@node-rs/argon2-linux-arm64@2.0.0',
      '@node-rs/argon2@2.0.0',
      'fastify@5.0.0',
      'libc6@2.36',
      'pino@10.0.0',
      'react@19.0.0',
      'valibot@1.0.0',
    ])
  })

  it('is about the release, and says what needs what', () => {
    expect(bom.metadata.component).toMatchObject({
      name: 'jaanch',
      version: '1.2.3',
      properties: [{ name: 'org.opencontainers.image.revision', value: '4e99e12e4098' }],
    })
    const needed = Object.fromEntries(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    expect(needed).toMatchObject({
      'jaanch@1.2.3': ['@node-rs/argon2@2.0.0', 'fastify@5.0.0', 'react@19.0.0', 'valibot@1.0.0'],
      'fastify@5.0.0': ['pino@10.0.0'],
      'valibot@1.0.0': [],
      '@node-rs/argon2@2.0.0': ['@node-rs/argon2-linux-arm64@2.0.0'],
    })
    expect(needed).not.toHaveProperty('undici@8.0.0')
  })
})

it('a package is for a platform as npm decides', () => {
  const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  expect(isForPlatform({}, platform)).toBe(true)
  expect(isForPlatform({ os: ['darwin', 'linux'], cpu: ['x64'] }, platform)).toBe(true)
  expect(isForPlatform({ os: ['linux'], libc: ['musl'] }, platform)).toBe(false)
  expect(isForPlatform({ os: ['!win32'] }, platform)).toBe(true)
  expect(isForPlatform({ os: ['!linux'] }, platform)).toBe(false)
})

it('the packages of a Debian image are read from the files of dpkg', () => {
  const status = [
    'Package: zlib1g\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:1.2.13\nDescription: a library\n Version: none',
    'Package: removed\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1',
  ].join('\n\n')
  const release = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12"'
  const zlib = 'pkg:deb/debian/zlib1g@1%3A1.2.13?arch=amd64&distro=debian-12'
  expect(readBasePackages(`${status}\n`, release, '24.1.0')).toEqual([
    { 'bom-ref': 'debian@12', type: 'operating-system', name: 'debian', version: '12' },
    {
      'bom-ref': 'pkg:generic/node@24.1.0',
      type: 'application',
      name: 'node',
      version: '24.1.0',
      purl: 'pkg:generic/node@24.1.0',
    },
    { 'bom-ref': zlib, type: 'library', name: 'zlib1g', version: '1:1.2.13', purl: zlib },
  ])
})
