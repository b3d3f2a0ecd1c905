import { type DrawnField, drawnFields } from '#src/forms/registration/drawn-fields.ts'
import { lengths } from '#src/forms/registration/kinds.ts'
import { type FieldDrawing, fieldDrawings } from '#src/forms/registration/registration-fields.ts'
import type { Rule, Rules } from '#src/forms/registration/rules.ts'
import { isSigned } from '#src/forms/registration/signed-fields.ts'
import { type PortalField, type PortalSection, portalFields, portalSections } from './portal.ts'

/** A field as the portal shows it: `label` when it is read, `field` when it is edited. */
export type PortalDrawnField = PortalField & {
  label: string
  isDay: boolean
  /** Shown, and not edited. */
  signed: boolean
  field: DrawnField
  rule: Rule
}
export type PortalDrawnFields = Record<PortalSection, PortalDrawnField[]>

/** Every field of the portal by its section, drawn by the form's table. */
export function portalDrawnFields(rules: Rules): PortalDrawnFields {
  const drawn = drawnFields(rules)
  const draw = ({ name, column }: PortalField): PortalDrawnField => {
    if (column === 'specialInstructions') return specialInstructions
    const { label, reading = label, control }: FieldDrawing = fieldDrawings[column]
    const rule = rules[column] ?? {}
    return {
      name,
      column,
      label: reading,
      isDay: control === 'day',
      signed: isSigned(column),
      field: drawn[column],
      rule,
    }
  }
  return Object.fromEntries(
    portalSections.map((section) => [section, portalFields(section).map(draw)]),
  ) as PortalDrawnFields
}

const specialInstructions: PortalDrawnField = {
  name: 'specialInstructions',
  column: 'specialInstructions',
  label: 'Special instructions',
  isDay: false,
  signed: false,
  field: {
    label: 'Special instructions (optional)',
    hint: 'Anything our drivers should know, such as gate codes or opening hours',
    control: 'area',
    attributes: { autoComplete: 'off', required: false, maxLength: lengths.area },
    doubtful: false,
  },
  rule: { max: lengths.area },
}
