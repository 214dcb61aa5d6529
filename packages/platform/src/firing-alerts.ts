import { z } from 'zod'

const timeoutMs = 1_000

const alerts = z.array(
  z.object({
    labels: z.looseObject({ alertname: z.string().default('an alert without a name') }),
    annotations: z.looseObject({ summary: z.string().optional() }).default({}),
  }),
)

/** The alert that always fires: where it is missing, Prometheus does not reach Alertmanager, and no other alert would either */
const watchdog = 'Watchdog'

/**
 * Asks Alertmanager what fires, for a second at most.
 * @param url of Alertmanager
 * @returns a text for each alert that is neither silenced nor inhibited; or one sentence why that is not known
 */
export async function readFiringAlerts(url: string | undefined): Promise<string[] | string> {
  if (!url) return 'ALERTMANAGER_URL is not set.'
  try {
    const query = 'api/v2/alerts?active=true&silenced=false&inhibited=false'
    const response = await fetch(new URL(query, url.endsWith('/') ? url : `${url}/`), {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) return `Alertmanager answers with ${response.status}.`
    const firing = alerts.parse(await response.json())
    if (!firing.some(({ labels }) => labels.alertname === watchdog))
      return 'Alertmanager hears nothing from Prometheus: the alert Watchdog is missing.'
    return firing.flatMap(({ labels, annotations }) => {
      if (labels.alertname === watchdog) return []
      return annotations.summary ? `${labels.alertname} (${annotations.summary})` : labels.alertname
    })
  } catch {
    return 'Alertmanager does not answer.'
  }
}
