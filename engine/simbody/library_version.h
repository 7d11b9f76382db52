// SPDX-License-Identifier: Apache-2.0
#pragma once

// Version of the libraries of the original whose interface this is, by their documented names. Keys of the second kind:
// "version", "library", "type", "authors", "copyright"; others yield an empty text.
extern "C" {
void SimTK_version_SimTKcommon(int* major, int* minor, int* build);
void SimTK_about_SimTKcommon(const char* key, int maxLength, char* value);
void SimTK_version_simmath(int* major, int* minor, int* build);
void SimTK_about_simmath(const char* key, int maxLength, char* value);
void SimTK_version_simbody(int* major, int* minor, int* build);
void SimTK_about_simbody(const char* key, int maxLength, char* value);
}
