import "./switch.css";

export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const Switch = ({ label, checked, onChange }: SwitchProps) => (
  <button type="button" role="switch" aria-checked={checked} className="switch" onClick={() => onChange(!checked)}>
    <span>{label}</span>
    <span className="switch__track" aria-hidden="true" />
  </button>
);
