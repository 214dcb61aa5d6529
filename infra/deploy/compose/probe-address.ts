type Variables = Record<string, string | undefined>

const paths = {
  ready: { metrics: '/ready', api: '/api/ready' },
  live: { metrics: '/live', api: '/api/health' },
}

/**
 * Where a process answers probes: at METRICS_PORT, as every service does. Without one only the API answers, at PORT.
 * @returns a URL on this machine
 */
export function probeAddress(question: keyof typeof paths, variables: Variables): string {
  const { PORT, HOST } = variables
  const path = paths[question]
  const [, host, port] = /^(?:(.*):)?(\d+)$/.exec(variables.METRICS_PORT ?? '') ?? []
  // 0 is any free port, which nobody else can know
  if (port && port !== '0') return `http://${reachable(host)}:${port}${path.metrics}`
  return `http://${reachable(HOST)}:${PORT || 3000}${path.api}`
}

/** A name or address as it stands in a URL; a process that listens on all addresses also listens on the loopback. */
function reachable(host = ''): string {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1'
  if (host === '::' || host === '[::]') return '[::1]'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
