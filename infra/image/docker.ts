import { spawnSync } from 'node:child_process'
import { repository } from '../local/paths.ts'
import { Problem } from '../local/problem.ts'
import type { Engine } from './plan-build.ts'

/** Runs a program in the repository. @returns what it printed; undefined if it failed or is not there */
export function tryReading(program: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  return status === 0 ? stdout.trim() : undefined
}

/** @returns what docker printed @throws Problem */
function docker(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('docker', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  if (status !== 0) throw new Problem(`docker ${args[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}

/** @throws Problem if no engine answers */
export function findEngine(): Engine {
  const { error, status, stderr } = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    encoding: 'utf8',
  })
  if (error)
    throw new Problem(
      'There is no docker on the PATH: install Docker, or build the image on a machine that has it.',
    )
  if (status !== 0)
    throw new Problem(`No Docker engine answers: start it. ${stderr.trim().split('\n').at(-1)}`)
  const builder = tryReading('docker', 'buildx', 'version') && tryReading('docker', 'buildx', 'inspect')
  return {
    hasBuildx: builder !== undefined && builder !== '',
    driver: /^Driver:\s*(\S+)/m.exec(builder ?? '')?.[1],
    storesPlatforms: docker('info', '--format', '{{json .DriverStatus}}').includes(
      'io.containerd.snapshotter',
    ),
  }
}

export type Size = {
  /** All layers, bytes */
  total: number
  /** The layers above the base image, bytes */
  own: number
}

/** @throws Problem if the image is not on this machine */
export function measure(image: string): Size {
  const layers = docker(
    'history',
    '--no-trunc',
    '--human=false',
    '--format',
    '{{.Size}} {{.CreatedBy}}',
    image,
  ).split('\n')
  const sizes = layers.map((layer) => Number.parseInt(layer, 10))
  // the first of our instructions in the last stage; the newest layer is on top
  const first = layers.findIndex((layer) => layer.includes('org.opencontainers.image.title'))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { total: sum(sizes), own: sum(sizes.slice(0, first + 1)) }
}

/** Copies a file out of an image without running it. @param platform undefined: that of this machine */
export function copyFromImage(image: string, platform: string | undefined, from: string, to: string): void {
  const container = docker('create', ...(platform ? ['--platform', platform] : []), image)
  try {
    docker('cp', `${container}:${from}`, to)
  } finally {
    docker('rm', container)
  }
}
