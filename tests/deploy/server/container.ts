/** A bare Debian with systemd in a container, as near to a new server as a container gets. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Ran = { ok: boolean; out: string; err: string }

/** Runs a program to its end. */
export function run(program: string, args: string[], { input = '' } = {}): Promise<Ran> {
  const child = spawn(program, args, { stdio: 'pipe' })
  const ran: Ran = { ok: false, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ran.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ran.err += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ...ran, err: error.message }))
    child.on('close', (code) => resolve({ ...ran, ok: code === 0 }))
  })
}

/** @throws Error with what it wrote to stderr */
export async function docker(...args: string[]): Promise<string> {
  const { ok, out, err } = await run('docker', args)
  if (!ok) throw new Error(`docker ${args.join(' ')}: ${err}`)
  return out.trim()
}

/** Runs a program in a container. @throws Error with its output */
export async function runInContainer(
  container: string,
  command: string[],
  { input = '' } = {},
): Promise<string> {
  const { ok, out, err } = await run('docker', ['exec', '-i', container, ...command], { input })
  if (!ok) throw new Error(`${command.join(' ')}: ${out}${err}`)
  return out
}

/** @returns whether a Docker engine can be used */
export async function hasDocker(): Promise<boolean> {
  return (await run('docker', ['info'])).ok
}

/** An archive may be a copy that nobody signs any more: its lists are taken although they have expired. */
const setUp = `(apt-get update -q || { echo 'Acquire::Check-Valid-Until "false";' > /etc/apt/apt.conf.d/50expired; apt-get update -q; }) \\
  && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends systemd systemd-sysv dbus ca-certificates`

/**
 * Makes the image of a Debian release with systemd: from `debian:<release>-slim`, or without a hub from Debian's packages
 * (`debootstrap`, which is installed if it is missing).
 * @returns its name
 */
export async function buildImage(release: string, log: (line: string) => void): Promise<string> {
  const image = `jaanch-server-test:${release}`
  if ((await run('docker', ['image', 'inspect', image])).ok) return image
  const base = (await pull(`debian:${release}-slim`)) ?? (await bootstrap(release, log))
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-image-'))
  try {
    const file = `FROM ${base}\nRUN ${setUp}\nSTOPSIGNAL SIGRTMIN+3\n`
    await writeFile(join(directory, 'Dockerfile'), file)
    log(`Building ${image} …`)
    await docker('build', '--network', 'host', '-q', '-t', image, directory)
    return image
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function pull(image: string): Promise<string | undefined> {
  const { ok } = await run('docker', ['pull', '-q', image])
  return ok ? image : undefined
}

async function bootstrap(release: string, log: (line: string) => void): Promise<string> {
  const image = `jaanch-server-base:${release}`
  if ((await run('docker', ['image', 'inspect', image])).ok) return image
  log(`Making Debian ${release} with debootstrap …`)
  if (!(await run('debootstrap', ['--version'])).ok)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'debootstrap'])
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-debian-'))
  try {
    const root = join(directory, 'root')
    const archive = 'http://deb.debian.org/debian'
    // a release that is newer than this machine's debootstrap is made as the newest one that it knows
    const args = ['--variant=minbase', '--include=ca-certificates', release, root, archive]
    const made = await run('debootstrap', [...args, '/usr/share/debootstrap/scripts/sid'])
    if (!made.ok) throw new Error(`debootstrap: ${made.out}${made.err}`)
    // the certificates that this machine trusts, for package registries behind a proxy of its network
    const certificates = '/etc/ssl/certs/ca-certificates.crt'
    await run('cp', [certificates, join(root, certificates)])
    const imported = await run('sh', ['-c', `tar -C "${root}" -c . | docker import - "${image}"`])
    if (!imported.ok) throw new Error(imported.err)
    return image
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export type Machine = {
  name: string
  /** Of IPv4, on this machine only; it stays after a reboot */
  address: string
  remove(): Promise<void>
}

export type Server = Machine & {
  /** Starts another container in its network. @param as the end of its name @param last the last number of its address */
  startAnother(as: string, last: string): Promise<Machine>
  /** All containers that were started, and the network */
  removeAll(): Promise<void>
}

/**
 * Starts a container whose first process is systemd, and its network.
 * @param domain leads to it from inside @param source a directory that is /srv/source in it
 */
export async function startServer(image: string, domain: string, source: string): Promise<Server> {
  const network = `jaanch-server-test-${process.pid}`
  const address = (await createNetwork(network)).replace(/\d+\/\d+$/, '10')
  const machines: Machine[] = []
  async function start(name: string, at: string): Promise<Machine> {
    const machine = await startContainer(image, { name, network, address: at, domain, source })
    machines.push(machine)
    return machine
  }
  const server = await start(network, address)
  return {
    ...server,
    startAnother: (as, last) => start(`${network}-${as}`, address.replace(/\d+$/, last)),
    async removeAll() {
      for (const machine of machines) await machine.remove()
      await docker('network', 'rm', network)
    },
  }
}

type Place = { name: string; network: string; address: string; domain: string; source: string }

async function startContainer(
  image: string,
  { name, network, address, domain, source }: Place,
): Promise<Machine> {
  await docker(
    ...['run', '-d', '--name', name, '--hostname', 'server', '--network', network, '--ip', address],
    ...['--add-host', `${domain}:127.0.0.1`],
    // what systemd needs to isolate units; more resources than the machine gives nobody needs
    ...['--cap-add', 'ALL', '--cap-drop', 'SYS_RESOURCE', '--cgroupns', 'private'],
    ...['seccomp', 'apparmor', 'systempaths'].flatMap((part) => ['--security-opt', `${part}=unconfined`]),
    ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '-v', `${source}:/srv/source:ro`, image],
    // a hierarchy of its own, also where the machine still has the first version of cgroups
    ...['sh', '-c', 'umount -R /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec /sbin/init'],
  )
  await untilBooted(name)
  async function remove() {
    // also when it is removed already
    await run('docker', ['rm', '-f', name])
  }
  return { name, address, remove }
}

/** Only a network whose subnet was named gives out fixed addresses: Docker chooses a free one first. @returns its subnet */
async function createNetwork(name: string): Promise<string> {
  await docker('network', 'create', name)
  const subnet = await docker('network', 'inspect', '-f', '{{(index .IPAM.Config 0).Subnet}}', name)
  await docker('network', 'rm', name)
  await docker('network', 'create', '--subnet', subnet, name)
  return subnet
}

/** Waits until systemd has started everything, at most two minutes. */
export async function untilBooted(name: string): Promise<string> {
  const deadline = Date.now() + 120_000
  for (;;) {
    // `degraded` exits with 1
    const { out } = await run('docker', ['exec', name, 'systemctl', 'is-system-running'])
    const state = out.trim()
    if (['running', 'degraded'].includes(state)) return state
    if (Date.now() > deadline) throw new Error(`systemd has not started: ${state}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
