// The settings of this browser: data attributes of <html>, there before the first paint. Fields with data-setting change them.
(() => {
	const root = document.documentElement, light = matchMedia("(prefers-color-scheme: light)");
	/** @type {Record<string, string>} */
	const settings = { theme: "system", speed: "normal", confirm: "on", tips: "on", talk: "on" };
	try { Object.assign(settings, JSON.parse(localStorage["wb-settings"])); } catch { /* none kept, or nothing may be */ }
	const show = () => {
		Object.assign(root.dataset, settings);
		if (settings.theme === "system") root.dataset.theme = light.matches ? "day" : "night";
	};
	show();
	light.onchange = show;
	addEventListener("change", event => {
		const { dataset: { setting }, type, checked, value } = /** @type {HTMLInputElement} */ (event.target);
		if (!setting) return;
		settings[setting] = type !== "checkbox" ? value : checked ? "on" : "off";
		show();
		try { localStorage["wb-settings"] = JSON.stringify(settings); } catch { /* not kept */ }
	});
	addEventListener("DOMContentLoaded", () => {
		for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]")))
			field.checked = (settings[field.dataset.setting ?? ""] ?? field.dataset.usual) === (field.type === "checkbox" ? "on" : field.value);
	});
})();
