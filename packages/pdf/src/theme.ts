/** Measures in points (1/72 inch), colours of the client's light theme in sRGB. */

export const page = { width: 595.28, height: 841.89, left: 42, right: 42, top: 40, bottom: 74 } as const
export const content = { left: page.left, width: page.width - page.left - page.right } as const
/** Lower edge of the content; the footer is below */
export const contentBottom = page.height - page.bottom

export const colours = {
  ink: '#17252d',
  soft: '#51626c',
  line: '#d8e0e4',
  band: '#eef5f5',
  brand: '#0b7570',
  white: '#ffffff',
  /** outside of the interval: 6.3:1 on white */
  attention: '#9a4a00',
  attentionBand: '#fdf3e4',
  /** critical: 7.6:1 on white */
  critical: '#a8161f',
  criticalBand: '#fdeceb',
} as const

export const sizes = { title: 16, lab: 13, section: 10.5, body: 9, small: 7.8, fine: 7 } as const
