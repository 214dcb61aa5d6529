import { z } from 'zod'

/** The keywords of JSON Schema that our contracts use. */
export type JsonSchema = {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
}

/** The schema of the input. A text that is normalised before its validation (an e-mail address) has the format of the validation. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type !== 'pipe') return
      const { format } = z.toJSONSchema(def.out as z.ZodType, { io: 'input', unrepresentable: 'any' })
      if (format) jsonSchema.format ??= format
    },
  }) as JsonSchema
}
