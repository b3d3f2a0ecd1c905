import { Path, Svg } from '@react-pdf/renderer'
import { ink } from './styles.ts'

const width = 487
const divisions = 100

/** The edge of a steel rule across the page, as the product's screens have it. */
export function SteelRule() {
  return (
    <Svg width={width} height={11} viewBox={`0 0 ${width} 11`}>
      <Path d={ticks()} stroke={ink} strokeWidth={0.5} />
      <Path d={`M0 0.4H${width}`} stroke={ink} strokeWidth={0.8} />
    </Svg>
  )
}

function ticks(): string {
  const lengthOf = (at: number) => (at % 10 === 0 ? 10 : at % 5 === 0 ? 7 : 4)
  return Array.from({ length: divisions + 1 }, (_, at) => {
    const x = 0.25 + (at * (width - 0.5)) / divisions
    return `M${x.toFixed(2)} 0V${lengthOf(at)}`
  }).join('')
}
