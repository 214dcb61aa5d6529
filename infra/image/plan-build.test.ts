import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { useTempDir } from '@jaanch/infra/local/testing'
import { describe, expect, it } from 'vitest'
import { type Engine, type Facts, findObstacle, planBuild } from './plan-build.ts'

const facts: Facts = {
  version: '1.2.3',
  commit: '4e99e12e409838700f8b8f6bf8f240f90d3d9dd3',
  isDirty: false,
  createdAt: new Date('2026-01-02T03:04:05Z'),
  source: undefined,
  push: undefined,
  others: [],
}
const plain: Engine = { hasBuildx: false, driver: undefined, storesPlatforms: false }
const buildx: Engine = { hasBuildx: true, driver: 'docker', storesPlatforms: false }
const containerd: Engine = { ...buildx, storesPlatforms: true }
const ownBuilder: Engine = { ...buildx, driver: 'docker-container' }
const push = 'registry.example/jaanch'

describe('the image is built', () => {
  it('with its version, commit and instant as labels and tags', () => {
    const { args, tags } = planBuild(plain, { ...facts, others: ['--network', 'host'] })
    expect(tags).toEqual(['jaanch:1.2.3', 'jaanch:latest'])
    expect(args).toEqual([
      ...['build', '--file', 'infra/docker/Dockerfile', '--build-arg', `COMMIT=${facts.commit}`],
      ...['--label', 'org.opencontainers.image.version=1.2.3'],
      ...['--label', `org.opencontainers.image.revision=${facts.commit}`],
      ...['--label', 'org.opencontainers.image.created=2026-01-02T03:04:05.000Z'],
      ...['--tag', 'jaanch:1.2.3', '--tag', 'jaanch:latest', '--network', 'host', '.'],
    ])
  })

  it('for the platform of this machine where no other can be kept', () => {
    expect(planBuild(plain, facts)).toMatchObject({ platforms: undefined, env: { DOCKER_BUILDKIT: '0' } })
    for (const engine of [buildx, ownBuilder]) {
      const { args, platforms } = planBuild(engine, facts)
      expect(args.slice(0, 3)).toEqual(['buildx', 'build', '--load'])
      expect(platforms).toBeUndefined()
      expect(args).not.toContain('--platform')
    }
  })

  it('for amd64 and arm64 where an engine stores both, or a registry does', () => {
    const start = ['buildx', 'build', '--load', '--platform', 'linux/amd64,linux/arm64']
    expect(planBuild(containerd, facts).args.slice(0, 5)).toEqual(start)
    const pushed = planBuild(ownBuilder, { ...facts, push })
    expect(pushed.args.slice(0, 5)).toEqual(start.map((arg) => (arg === '--load' ? '--push' : arg)))
    expect(pushed.tags).toEqual([`${push}:1.2.3`, `${push}:latest`])
  })

  it('of changed code, which it says, but not pushed', () => {
    const changed = { ...facts, isDirty: true }
    expect(planBuild(plain, changed).args).toContain(`COMMIT=${facts.commit}-dirty`)
    expect(findObstacle(plain, changed)).toBeUndefined()
    expect(findObstacle(ownBuilder, { ...changed, push })).toMatch(/commit them before you push/)
    expect(planBuild(plain, { ...changed, commit: undefined }).args).toContain('COMMIT=')
  })

  it('and pushed only by a builder for several platforms', () => {
    expect(findObstacle(plain, { ...facts, push })).toMatch(/install docker buildx/)
    expect(findObstacle(buildx, { ...facts, push })).toMatch(/docker buildx create/)
    for (const engine of [containerd, ownBuilder])
      expect(findObstacle(engine, { ...facts, push })).toBeUndefined()
  })
})

describe('npm run image', () => {
  const directory = useTempDir()

  /** Runs it with a docker that is a shell script. @returns what it printed, and how docker was called */
  function build(script: string | undefined, ...args: string[]) {
    const bin = join(directory.path, 'bin')
    const calls = join(directory.path, 'calls')
    mkdirSync(bin)
    writeFileSync(calls, '')
    if (script !== undefined) {
      writeFileSync(join(bin, 'docker'), `#!/bin/sh\necho "$@" >> ${calls}\n${script}`)
      chmodSync(join(bin, 'docker'), 0o755)
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [inRepository('infra', 'image', 'build.ts'), ...args],
      { env: { PATH: bin }, encoding: 'utf8' },
    )
    return { status, output: stdout + stderr, calls: readFileSync(calls, 'utf8').split('\n') }
  }

  it('says in a sentence that there is no Docker, or no engine', () => {
    expect(build(undefined)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^There is no docker on the PATH: .*\n$/),
    })
  })

  it('says in a sentence that no engine answers', () => {
    const { status, output } = build('echo "Cannot connect to the Docker daemon" >&2; exit 1')
    expect(output).toBe('No Docker engine answers: start it. Cannot connect to the Docker daemon\n')
    expect(status).toBe(1)
  })

  it('refuses options that it does not know', () => {
    expect(build(undefined, '--pull')).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^Unknown option '--pull'.*\n$/),
    })
  })

  it('prints the size of our layers, and writes the bill of materials', () => {
    const out = join(directory.path, 'out')
    const { status, output, calls } = build(
      [
        'case "$1" in',
        'version) echo 20;;',
        'info) echo "[]";;',
        'buildx) exit 1;;',
        'create) echo 4711;;',
        'cp) echo "{\\"components\\":[1,2]}" > "$3";;',
        'history) printf "0 CMD\\n7000000 COPY\\n60000000 COPY\\n0 LABEL org.opencontainers.image.title=Jaanch\\n350000000 base";;',
        'esac',
      ].join('\n'),
      '--out',
      out,
    )
    const [file = ''] = readdirSync(out)
    expect(file).toMatch(/^jaanch-\d+\.\d+\.\d+\.cdx\.json$/)
    expect(output).toContain(`2 components are listed in ${join(out, file)}.\n`)
    expect(output).toMatch(/and jaanch:latest: 67 MB above the base image, 417 MB in all\.\n$/)
    expect(status).toBe(0)
    expect(calls).toContain(`cp 4711:/app/sbom.cdx.json ${join(out, file)}`)
    expect(calls).toContain('rm 4711')
  })

  it('says that the builder failed, and goes no further', () => {
    const { status, output, calls } = build(
      'case "$1" in version) echo 20;; info) echo "[]";; *) exit 1;; esac',
      '--',
      '--network',
      'host',
    )
    expect(output).toMatch(/with the plain builder.*\nThe image was not built: see above\.\n$/s)
    expect(status).toBe(1)
    const building = calls.find((call) => call.startsWith('build --file'))
    expect(building).toMatch(/--tag jaanch:\d+\.\d+\.\d+ --tag jaanch:latest --network host \.$/)
    expect(calls.some((call) => call.startsWith('create'))).toBe(false)
  })
})
