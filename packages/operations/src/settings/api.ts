import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const service = z.enum(['api', 'workers', 'projector'])

/** Something about the configuration that an operator should know. */
const finding = z.object({
  /** error: people are harmed or can do nothing; warning: something is missing that most installations need */
  severity: z.enum(['error', 'warning']),
  /** One sentence that says what is the case */
  text: z.string(),
  /** One sentence that says what to do */
  advice: z.string(),
  /** Path of the section in the repository */
  docs: z.string(),
  /** Whose settings it is about; empty: the database */
  services: z.array(service),
})

const settingsView = z.object({
  /** Errors first */
  findings: z.array(finding),
  /** All settings by name. Values are shown to nobody */
  settings: z.array(
    z.object({
      name: z.string(),
      /** The value that counts where it is not set */
      default: z.string(),
      /** The services with a running process that has a value */
      setIn: z.array(service),
    }),
  ),
})
export type SettingsView = z.output<typeof settingsView>

export const operationsSettingsCalls = {
  getSettings: route({
    method: 'GET',
    path: '/api/operations/settings',
    ...forAdmins('support', 'operator'),
    summary: 'Which settings the running processes have, and what is probably wrong with them',
    response: settingsView,
  }),
}
